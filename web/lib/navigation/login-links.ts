/** Texts of the links that lead from an account's page to the login page. */
export const backToLogin = 'Back to login'
export const goToLogin = 'Go to login'
