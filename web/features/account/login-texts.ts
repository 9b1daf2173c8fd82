export const signingIn = 'Signing in...'
export const loginFailed = 'Login failed'
