import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'

/** Paths of the app's pages name no file: they all get its one document, and a missing file does not. */
export const documentRewriteCode = `function handler(event) {
  var request = event.request
  if (!request.uri.split('/').pop().includes('.')) request.uri = '/index.html'
  return request
}`

export class DocumentRewrite extends Construct {
  readonly function: CloudFrontFunction

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.function = new CloudFrontFunction(this, 'Function', {
      code: FunctionCode.fromInline(documentRewriteCode),
      runtime: FunctionRuntime.JS_2_0,
    })
  }
}
