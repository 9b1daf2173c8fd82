import { execFileSync } from 'node:child_process'
import { openAws } from './aws.ts'
import { checkDeploy } from './check-deploy.ts'
import { orRefuse } from './refusal.ts'

function tagsSince(release: string): string[] {
  try {
    const args = ['tag', '--merged', 'HEAD', '--no-merged', release, '--sort=creatordate']
    return execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean)
  } catch {
    // What is deployed is not in this clone: then nobody can say what lies between.
    return []
  }
}

/** `npm run preflight -- prod`: ends with 1 when something stands in the way of a deploy. */
await orRefuse(() => checkDeploy(process.argv.slice(2), { openAws, tagsSince, say: console.log }))
