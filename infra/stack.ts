import { Annotations, CfnOutput, Lazy, Stack } from 'aws-cdk-lib'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { migrations } from '#functions/migrations/migrations.ts'
import type { FunctionArea } from './area-needs.ts'
import { type EnvironmentConfig, missingValueTexts } from './config.ts'
import { MonthlyBudget } from './constructs/monthly-budget.ts'
import { ProductDashboard } from './constructs/product-dashboard.ts'
import { AppGroup } from './groups/app-group.ts'
import { DataGroup } from './groups/data-group.ts'
import { EdgeGroup } from './groups/edge-group.ts'
import { nextStepOutputs } from './next-steps.ts'
import { OperatorParameters } from './operator-parameters.ts'
import { permissionsBoundaryProps } from './permissions-boundary.ts'
import { releaseOfWebBuild } from './release.ts'
import { reportMissingSettings } from './report-missing.ts'
import { declareSecondRegion } from './second-region.ts'

interface Props {
  environment: string
  config: EnvironmentConfig
  code: (area: FunctionArea) => Code
  /** The folder of the web build; undefined if the stack has no web files. */
  webBuild: string | undefined
  /** False if the environment is created without protection against deletion, as in a first deploy; the next deploy protects it. */
  isProtected?: boolean
  /** The release that is deployed, as `git describe` names it. */
  release?: string | undefined
}

/**
 * One environment of Carelane. Its resources form three groups, by how they may change: data, app and edge. Each group refers only
 * to the groups before it, except that without a domain, functions refer to CloudFront's host.
 */
export class CarelaneStack extends Stack {
  constructor(scope: Construct, props: Props) {
    const { environment, config, isProtected = true, webBuild } = props
    const { domain, retainsData, account, region, recovery } = config
    super(scope, `carelane-${environment}`, {
      env: { region, ...(account && { account }) },
      ...permissionsBoundaryProps(config),
      description: `Carelane, ${environment}`,
      tags: { product: 'carelane', environment },
      terminationProtection: retainsData && isProtected,
    })
    const parameters = new OperatorParameters(this, environment, config.limits)
    const secondRegion = recovery?.copyRegion ? declareSecondRegion(this, recovery.copyRegion) : undefined
    const data = new DataGroup(this, 'Data', { ...props, parameters, isProtected, secondRegion })
    // Without a domain, CloudFront chooses the app's host. Functions that link to the app are then deployed after the distribution.
    const appOrigin = domain ? `https://${domain}` : Lazy.string({ produce: () => edge.origin })
    const webRelease = webBuild ? releaseOfWebBuild(webBuild) : ''
    const app = new AppGroup(this, 'App', { ...props, parameters, data, appOrigin, webRelease })
    const edge: EdgeGroup = new EdgeGroup(this, 'Edge', { ...props, parameters, data, app, webRelease })

    const { alarmTopics } = data.shared
    const { gateway, functions, mail } = app
    const firewall = edge.firewall.metricName
    new ProductDashboard(this, 'Dashboard', {
      environment,
      alarmTopics,
      gateway,
      functions,
      table: data.table.watched,
      firewall,
    })
    const { monthlyBudget: limit, alarmAddress: address } = config
    if (address) new MonthlyBudget(this, 'Budget', { environment, limit, address })
    this.warn(config, webBuild)
    this.answer({
      AppOrigin: edge.origin,
      DistributionHost: edge.distributionHost,
      GatewayHost: gateway.domainName,
      OwnTable: data.table.own.tableName,
      MediaBucket: data.media.bucket.bucketName,
      EventCopies: data.eventCopies.bucketName,
      SigningSecret: data.signingSecret.secretArn,
      CanarySecret: data.canarySecret.secretArn,
      ...(data.backups && {
        BackupVault: data.backups.vault.backupVaultName,
        BackupRole: data.backups.role.roleArn,
      }),
      MorningTopic: alarmTopics.morning.topicArn,
      NightTopic: alarmTopics.night.topicArn,
      Migrations: migrations.map(({ name }) => name).join(),
      Release: props.release ?? 'unknown',
      ...mail?.dnsRecords,
      ...nextStepOutputs(environment, config, edge.origin),
    })
  }

  private warn(config: EnvironmentConfig, webBuild: string | undefined) {
    reportMissingSettings(this, config, missingValueTexts(config))
    if (!webBuild)
      Annotations.of(this).addWarningV2(
        'carelane:no-web',
        'The web app is not built: run "npm run build" to deploy it.',
      )
  }

  private answer(outputs: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
