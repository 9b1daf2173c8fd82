/** What the server says of a refused sign-in and the login page knows it by. */
export const emailNotVerified = 'Email not verified'

export const tooManyLogins = 'Too many login attempts. Please try again later.'

/** What whoever lacks the second step that their organisation asks for is told. */
export const secondStepMissing = 'Set up two-step sign-in first'

/** What a call that changes how somebody signs in is refused with, until they have proven that it is them. */
export const notConfirmed = 'Confirm that it is you'

/** Why a session ended that nobody used. */
export const signedOutForIdleness = 'You were signed out because you were away.'

export const invalidCode = 'Invalid code'
