/** Where to ask for help, signed in or not. */
export const supportAddress = 'support@carelane.example'
