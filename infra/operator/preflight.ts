import { execFileSync } from 'node:child_process'
import { migrations } from '#functions/migrations/migrations.ts'
import { openAws } from './aws.ts'
import { checkDeploy } from './check-deploy.ts'
import { runAndPrintRefusal } from './operator-refusal.ts'

function tagsSince(release: string): string[] {
  try {
    const args = ['tag', '--merged', 'HEAD', '--no-merged', release, '--sort=creatordate']
    return execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean)
  } catch {
    // Git fails if this clone does not contain the deployed release. The tags in between are then unknown.
    return []
  }
}

/** This file is a command, called as in `npm run preflight -- prod`. The exit code is 1 if anything would stop a deploy. */
await runAndPrintRefusal(() => checkDeploy(process.argv.slice(2), { openAws, tagsSince, say: console.log, migrations }))
