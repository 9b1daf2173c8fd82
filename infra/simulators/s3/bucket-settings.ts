import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeWholeFile } from '../write-whole-file.ts'
import { type CorsRule, corsRuleSchema } from './cors.ts'
import { S3Error } from './s3-error.ts'

const settings = z.object({ name: z.string(), corsRules: z.array(corsRuleSchema) })

export interface BucketSettings {
  corsRules(): readonly CorsRule[]
  /** Throws an `S3Error` with the code `NoSuchBucket` if there is no bucket of this name. */
  check(name: string): void
  /**
   * Creates the bucket. Throws an `S3Error` with the code `BucketAlreadyOwnedByYou` if it exists, and `TooManyBuckets` if another
   * bucket exists.
   */
  create(name: string): void
  setCors(rules: CorsRule[]): void
}

/**
 * Opens the settings of the only bucket: its name, if it has been created, and its CORS rules. With `:memory:` they disappear with
 * the process.
 */
export function openBucketSettings(dataDir: string): BucketSettings {
  const path = dataDir === ':memory:' ? undefined : join(dataDir, 's3-bucket.json')
  let bucket = path && existsSync(path) ? settings.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined

  function change(next: z.infer<typeof settings>): void {
    if (path) writeWholeFile(path, JSON.stringify(next))
    bucket = next
  }

  return {
    corsRules: () => bucket?.corsRules ?? [],
    check(name) {
      if (bucket?.name !== name) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
    },
    create(name) {
      if (bucket?.name === name) {
        throw new S3Error(409, 'BucketAlreadyOwnedByYou', 'Your previous request to create the named bucket succeeded')
      }
      if (bucket) throw new S3Error(400, 'TooManyBuckets', 'The S3 simulator has one bucket')
      change({ name, corsRules: [] })
    },
    setCors(corsRules) {
      if (bucket) change({ ...bucket, corsRules })
    },
  }
}
