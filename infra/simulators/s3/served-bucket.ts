import type { BucketSettings } from './bucket-settings.ts'
import type { Bucket } from './open-bucket.ts'
import type { SigningCredentials } from './signing.ts'

/** The one bucket that the simulator serves, and the credentials of its callers. */
export interface ServedBucket {
  settings: BucketSettings
  bucket: Bucket
  /** Only signatures with these credentials are accepted. */
  signer: SigningCredentials
}
