import { type EnvironmentConfig, findEnvironment } from '#infra/config.ts'
import { checkDeploy } from '#infra/operator/check-deploy.ts'
import { exampleMigration } from './example-migration.ts'
import { fakeAws } from './fake-aws.ts'

/** The values of an environment that each deploy needs. */
export const own: Partial<EnvironmentConfig> = {
  account: '111122223333',
  domain: 'app.pharmacy.test',
  mail: { sender: 'no-reply@pharmacy.test', identity: 'pharmacy.test' },
  supportAddress: 'help@pharmacy.test',
  alarmAddress: 'ops@pharmacy.test',
}

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, ...own }
}

/** Runs `npm run preflight` for an environment with all values set. */
export async function preflight(state: Parameters<typeof fakeAws>[0], name = 'staging', values = find) {
  const { openAws, calls } = fakeAws(state)
  const lines: string[] = []
  const hands = {
    openAws,
    tagsSince: (release: string) => (release === 'v1.1' ? ['v1.2', 'v1.3'] : []),
    say: (sentence: string) => lines.push(...sentence.split('\n')),
    migrations: [{ ...exampleMigration, name: 'first' }, exampleMigration],
  }
  const outcome = await checkDeploy(name.split(' ').filter(Boolean), hands, values).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { calls, lines, outcome }
}
