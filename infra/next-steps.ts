import type { EnvironmentConfig } from './config.ts'

/**
 * Returns the outputs that tell an operator what to do after a deploy. The CDK prints outputs in the order of their names, so these
 * are the last ones.
 */
export function nextStepOutputs(
  environment: string,
  config: Pick<EnvironmentConfig, 'domain' | 'mail' | 'googleClientId'>,
  appOrigin: string,
): Record<string, string> {
  const steps = [
    `Open the app: ${appOrigin}`,
    ...(config.domain ? [readmeStep] : devSteps(environment, config, appOrigin)),
  ]
  return Object.fromEntries(steps.map((step, i) => [`ToDo${i + 1}`, step]))
}

const readmeStep = 'After a first deploy, continue with the DNS records in infra/README.md.'

function devSteps(
  environment: string,
  { mail, googleClientId }: Pick<EnvironmentConfig, 'mail' | 'googleClientId'>,
  appOrigin: string,
): string[] {
  const deploy = `npx cdk deploy -c env=${environment}`
  return [
    `Sign up: ${appOrigin}/signup`,
    mail
      ? `Confirm the sender: AWS has sent a link to ${mail.identity}. Until SES lets the account out of its sandbox, each recipient must be verified too.`
      : `No email is sent yet. To read an email and follow its link: npm run operate -- ${environment} mails. To send email: ${deploy} -c sender=<your address>`,
    ...(googleClientId
      ? []
      : [
          `For sign-in with Google: ${deploy} -c googleClientId=<your client's ID>, with the JavaScript origin ${appOrigin}`,
        ]),
  ]
}
