/** The login page recognises this refusal by its text. */
export const emailNotVerifiedText = 'Email not verified'

export const tooManyLoginsText = 'Too many login attempts. Please try again later.'

/** The refusal for a user who hasn't set up the second step that the organisation requires. */
export const secondStepMissingText = 'Set up two-step sign-in first'

/**
 * The refusal of a call that needs a recent proof of identity, such as a change of sign-in methods. The caller has neither signed
 * in nor confirmed their identity within the last five minutes.
 */
export const identityNotConfirmedText = 'Confirm that it is you'

/** Shown to a user whose session was idle for too long. */
export const signedOutForIdlenessText = 'You were signed out because you were away.'

export const invalidCodeText = 'Invalid code'
