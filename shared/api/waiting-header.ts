/** Says how many actions wait on a phone to be sent. A page sends this header with its calls while there are any. */
export const waitingHeader = 'x-waiting'
