/*
 * DynamoDB counts and compares the bytes of UTF-8, dynalite the characters of its strings. So dynalite gets every string,
 * names of attributes included, with one character for each byte. It works on these and keeps them; only the request
 * coming in and the answer going out have text.
 */

/** Of a request's body. Throws a SyntaxError. */
export const textToBytes = (body: Buffer): unknown => inBytes(JSON.parse(body.toString()))

export const bytesToText = (answer: object): Buffer => Buffer.from(JSON.stringify(answer), 'latin1')

/** The same value with every string in bytes. JSON written anew has no `\u00e9`, which would be one character. */
export function inBytes<Plain>(value: Plain): Plain {
  return JSON.parse(Buffer.from(JSON.stringify(value)).toString('latin1'))
}
