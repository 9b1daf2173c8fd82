/** Google as an issuer of ID tokens. The simulated Google has other addresses. */
export const google = {
  issuer: 'https://accounts.google.com',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
}
