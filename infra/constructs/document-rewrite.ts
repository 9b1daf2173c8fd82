import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import { documentFiles } from '../../web/documents.ts'

/** Paths of the app's pages name no file: they get the document of their kind, and a missing file does not. */
export const documentRewriteCode = `var documents = ${JSON.stringify(documentFiles)}
function handler(event) {
  var request = event.request
  if (request.uri.split('/').pop().includes('.')) return request
  var found = documents.find(function (document) { return new RegExp(document.pattern).test(request.uri) })
  request.uri = found ? found.file : '/index.html'
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
