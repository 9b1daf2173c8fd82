import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import type { WebDocument } from '../web-documents.ts'

/**
 * Returns the code of a CloudFront function that chooses the document for a path. A path without a file extension gets its page's
 * document; an unknown page gets `index.html`.
 */
const rewriteCode = (documents: readonly WebDocument[]) => `var documents = ${JSON.stringify(documents)}
function handler(event) {
  var request = event.request
  if (request.uri.split('/').pop().includes('.')) return request
  var found = documents.find(function (document) { return new RegExp(document.pattern).test(request.uri) })
  request.uri = found ? found.file : '/index.html'
  return request
}`

export class DocumentRewrite extends Construct {
  readonly function: CloudFrontFunction

  constructor(scope: Construct, id: string, documents: readonly WebDocument[]) {
    super(scope, id)
    this.function = new CloudFrontFunction(this, 'Function', {
      code: FunctionCode.fromInline(rewriteCode(documents)),
      runtime: FunctionRuntime.JS_2_0,
    })
  }
}
