/** What the server says of a refused sign-in and the login page knows it by. */
export const emailNotVerified = 'Email not verified'

export const tooManyLogins = 'Too many login attempts. Please try again later.'
