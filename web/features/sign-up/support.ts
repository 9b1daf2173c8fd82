/** Where organisations ask for help. */
export const supportAddress = 'support@carelane.example'
