import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import { edgeHeaders } from '#shared/api/edge-headers.ts'

/** The code of a CloudFront function that overwrites a request's address header with the caller's real IP address. */
export const viewerStampCode = `function handler(event) {
  event.request.headers['${edgeHeaders.viewer}'] = { value: event.viewer.ip }
  return event.request
}`

export class ViewerStamp extends Construct {
  readonly function: CloudFrontFunction

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.function = new CloudFrontFunction(this, 'Function', {
      code: FunctionCode.fromInline(viewerStampCode),
      runtime: FunctionRuntime.JS_2_0,
    })
  }
}
