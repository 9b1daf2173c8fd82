/*
 * DynamoDB counts and compares strings by their bytes in UTF-8; dynalite counts and compares the characters of JavaScript. So the
 * simulator gives every string to dynalite with one character for each byte, also the names of attributes. dynalite computes with
 * these strings and stores them. Only requests and responses contain the original text.
 */

/** Parses a request's body as JSON, with one character for each byte of every string. Throws a SyntaxError if it is not JSON. */
export const parseBody = (body: Buffer): unknown => toByteStrings(JSON.parse(body.toString()))

export const encodeAnswerBody = (answer: object): Buffer => Buffer.from(JSON.stringify(answer), 'latin1')

/**
 * Returns the same value with every string as bytes, one character for each byte. The value is written as JSON in UTF-8, where
 * letters are not escaped, and read back with one character for each byte.
 */
export function toByteStrings<Plain>(value: Plain): Plain {
  return JSON.parse(Buffer.from(JSON.stringify(value)).toString('latin1'))
}
