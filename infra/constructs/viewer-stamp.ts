import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import { edgeHeaders } from '#shared/api/edge-headers.ts'

/**
 * The code of a CloudFront function that puts the caller's IP address into a header of the request, whatever the caller sent in
 * that header.
 */
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
