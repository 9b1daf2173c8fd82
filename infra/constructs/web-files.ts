import { join } from 'node:path'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'

interface Props {
  bucket: IBucket
  /** A folder as Vite builds it. */
  build: string
  /** What the app reads from `/config.json` when it starts. */
  config: Readonly<Record<string, unknown>>
}

/**
 * Puts the web build and its run-time configuration into the bucket: first what has a hash in its name, then the document
 * that asks for it. Nothing is taken away, so that pages opened before a release still find their parts.
 */
export class WebFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, build, config }: Props) {
    super(scope, id)
    const common = { destinationBucket: bucket, prune: false, memoryLimit: 512 }
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...common,
      sources: [Source.asset(join(build, 'assets'), { exclude: ['**/*.map'] })],
      destinationKeyPrefix: 'assets',
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    })
    const others = new BucketDeployment(this, 'Others', {
      ...common,
      sources: [Source.asset(build, { exclude: ['assets', '**/*.map'] }), Source.jsonData('config.json', config)],
      cacheControl: [CacheControl.fromString('no-store')],
    })
    others.node.addDependency(hashed)
  }
}
