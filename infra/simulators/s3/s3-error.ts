/** A refusal with S3's status, code and message. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const preconditionFailedError = () =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')

export const notImplementedError = (what: string) => new S3Error(501, 'NotImplemented', `The S3 simulator ${what}`)
