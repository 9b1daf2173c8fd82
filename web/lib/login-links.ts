/** The ways from a page of an account to the login page. */
export const backToLogin = 'Back to login'
export const goToLogin = 'Go to login'
