import { join } from 'node:path'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { openApiPath } from '#shared/api/document-path.ts'
import { acknowledgeFindings } from '../acknowledge.ts'
import { noWorkerScript, serviceWorkerFile } from '../no-worker.ts'
import { documentCacheControl } from '../openapi/document-cache-control.ts'
import { EncryptedLogGroup, type LogGroupSettings } from './encrypted-log-group.ts'

interface Props {
  bucket: IBucket
  /** The folder of the web build, as Vite writes it. */
  build: string
  /** The content of `/config.json`, which the app reads when it starts. */
  config: Readonly<Record<string, unknown>>
  /** The OpenAPI document. */
  document: Readonly<Record<string, unknown>>
  /** Whether browsers keep the app for times without a network. */
  worksOffline: boolean
  logs: LogGroupSettings
}

/**
 * Uploads the web build, `config.json` and the OpenAPI document. The files with a hash in their names go before the HTML documents
 * that load them. Nothing is deleted, so a page that was opened before a release can still load its files.
 */
export class WebFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, build, config, document, worksOffline, logs }: Props) {
    super(scope, id)
    const logGroup = new EncryptedLogGroup(this, 'Log', logs)
    const common = { destinationBucket: bucket, prune: false, memoryLimit: 512, logGroup }
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...common,
      sources: [Source.asset(join(build, 'assets'), { exclude: ['**/*.map'] })],
      destinationKeyPrefix: 'assets',
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    })
    const others = new BucketDeployment(this, 'Others', {
      ...common,
      sources: [
        Source.asset(build, { exclude: ['assets', '.vite', '**/*.map', serviceWorkerFile] }),
        Source.jsonData('config.json', config),
      ],
      cacheControl: [CacheControl.fromString('no-store')],
    })
    others.node.addDependency(hashed)
    // Last, because a browser that finds a new worker fetches everything else of its release.
    const worker = new BucketDeployment(this, 'Worker', {
      ...common,
      sources: [
        worksOffline
          ? Source.asset(build, { exclude: ['*', `!${serviceWorkerFile}`] })
          : Source.data(serviceWorkerFile, noWorkerScript),
      ],
      cacheControl: [CacheControl.fromString('no-cache')],
    })
    worker.node.addDependency(others)
    new BucketDeployment(this, 'Document', {
      ...common,
      sources: [Source.jsonData(openApiPath.slice(1), document)],
      cacheControl: [CacheControl.fromString(documentCacheControl)],
    })
    const unpacker = hashed.handlerRole.node.scope ?? this
    acknowledgeFindings(unpacker, {
      'AwsSolutions-L1': itsOwn,
      'HIPAA.Security-LambdaConcurrency': itsOwn,
      'HIPAA.Security-LambdaDLQ': itsOwn,
      'HIPAA.Security-LambdaInsideVPC': itsOwn,
      CKV_AWS_173: 'CDK sets only paths of its own tools, which are no secrets.',
    })
  }
}

const itsOwn = "CDK's own function, called by CloudFormation alone, once in a deploy; its failure fails the deploy."
