/** Google as the issuer of ID tokens. The simulated Google has other URLs. */
export const googleIssuer = {
  issuer: 'https://accounts.google.com',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
}
