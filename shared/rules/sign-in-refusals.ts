/** The login page recognises this refusal by its text. */
export const emailNotVerified = 'Email not verified'

export const tooManyLogins = 'Too many login attempts. Please try again later.'

/** The refusal for a user who lacks the second step that their organisation requires. */
export const secondStepMissing = 'Set up two-step sign-in first'

/** The refusal of a change to sign-in methods until the user has proven their identity again. */
export const notConfirmed = 'Confirm that it is you'

/** Shown to a user whose session was idle for too long. */
export const signedOutForIdleness = 'You were signed out because you were away.'

export const invalidCode = 'Invalid code'
