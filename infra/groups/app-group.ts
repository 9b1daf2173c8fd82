import { ArnFormat, Duration, Stack } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { listRoutes } from '#shared/api/areas.ts'
import { recipientPageRoute } from '#shared/api/recipient-page-path.ts'
import { acknowledgeNagFindings } from '../acknowledge.ts'
import { acknowledgePrefixWildcards, areaGrants, type GrantableResources } from '../area-grants.ts'
import { areaNeeds, type FunctionArea } from '../area-needs.ts'
import { type EnvironmentConfig, exportMachineName } from '../config.ts'
import { AreaFunction } from '../constructs/area-function.ts'
import { defaultRouteKey, HttpGateway } from '../constructs/http-gateway.ts'
import { MailSender } from '../constructs/mail-sender.ts'
import { OrganisationExports } from '../constructs/organisation-exports.ts'
import { ProductAlarms } from '../constructs/product-alarms.ts'
import { TableMigrations } from '../constructs/table-migrations.ts'
import { TrafficShift } from '../constructs/traffic-shift.ts'
import { googleIssuer } from '../google-issuer.ts'
import { itemGrants } from '../item-grants.ts'
import type { OperatorParameters } from '../operator-parameters.ts'
import type { DataGroup } from './data-group.ts'

interface Props {
  environment: string
  config: EnvironmentConfig
  parameters: OperatorParameters
  data: DataGroup
  code: (area: FunctionArea) => Code
  /** The app's origin, without a trailing slash. */
  appOrigin: string
  /** The release of the web build that is deployed with the functions. Empty if there is none. */
  webRelease: string
}

/** Resources that run code or send mail and can be created again at any time: gateway, functions, schedules, mail and alarms. */
export class AppGroup extends Construct {
  readonly gateway: HttpGateway
  readonly mail: MailSender
  readonly functions: readonly AreaFunction[]

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { config, data, parameters } = props
    const { alarmTopic, logs } = data.shared
    this.mail = new MailSender(this, 'Mail', config.mail)
    const functionOf = this.functionFactory(props)

    const { edgeSecrets, sealKeys } = data
    const edge = functionOf('edge', { EDGE_SECRET_IDS: edgeSecrets.taken }, `secrets ${edgeSecrets.takenNames}`)
    const { rateLimit, burstLimit } = parameters
    this.gateway = new HttpGateway(this, 'Gateway', { throttle: { rateLimit, burstLimit }, guard: edge.live, logs })
    const common = this.commonEnvironment(props)
    const table = `table ${parameters.restoredTable.valueAsString}`
    const sealing = { SEAL_KEY_IDS: sealKeys.newestFirst }
    const tableAndSeals = `${table}, seal keys ${parameters.sealKeys.valueAsString}`
    const serving = [...Map.groupBy(listRoutes(), ({ area }) => area)].map(([area, routes]) => {
      const areaFunction = areaNeeds[area].seals
        ? functionOf(area, { ...common, ...sealing }, tableAndSeals)
        : functionOf(area, common, table)
      const pages = [recipientPageRoute].filter((page) => page.area === area)
      const routeKeys = [...routes, ...pages].map(({ routeKey }) => routeKey)
      this.gateway.addFunction(area, areaFunction.live, routeKeys)
      return areaFunction
    })
    const unknown = functionOf('unknown', {}, '')
    this.gateway.addFunction('unknown', unknown.live, [defaultRouteKey])

    const exportMachineArn = this.exportMachineArn(props.environment)
    const mailWorker = functionOf('workers', { ...common, EXPORT_MACHINE_ARN: exportMachineArn }, table)
    mailWorker.callOn('EveryMinute', { schedule: Schedule.rate(Duration.minutes(1)) })
    const feedback = functionOf('feedback', common, table)
    feedback.callOn('OfMail', { eventPattern: this.mail.feedback })
    const mailWatch = functionOf('mailwatch', { TABLE_NAME: data.table.tableName }, table)
    mailWatch.callOn('EveryFiveMinutes', { schedule: Schedule.rate(Duration.minutes(5)) })
    const copying = { TABLE_NAME: data.table.tableName, EVENT_COPIES_BUCKET: data.eventCopies.bucketName }
    const eventCopy = functionOf('eventcopy', copying, table)
    // Night in the United States, hours after the UTC day has ended.
    eventCopy.callOn('EachNight', { schedule: Schedule.cron({ hour: '6', minute: '0' }) })
    const migration = functionOf('migration', { TABLE_NAME: data.table.tableName }, table)
    new TableMigrations(this, 'Migrations', { environment: props.environment, run: migration.live })
    const exporting = functionOf('exports', { ...common, ...sealing }, tableAndSeals)
    new OrganisationExports(this, 'Exports', { environment: props.environment, run: exporting.live })
    this.functions = [...serving, edge, unknown, mailWorker, feedback, mailWatch, eventCopy, migration, exporting]
    const { gateway } = this
    const { releaseAlarms } = new ProductAlarms(this, 'Alarms', {
      alarmTopic,
      gateway,
      table: data.table,
      mailWorker,
      mailWatch,
      eventCopy,
    })
    const pace = parameters.trafficShift
    new TrafficShift(this, 'Shift', { functions: this.functions, alarms: releaseAlarms, pace })
  }

  private commonEnvironment({ config, data, appOrigin, webRelease }: Props) {
    const smsIdentityArn = this.smsIdentityArn(config)
    return {
      TABLE_NAME: data.table.tableName,
      MEDIA_BUCKET: data.media.bucket.bucketName,
      SIGNING_SECRET_ID: data.signingSecret.secretArn,
      MAIL_SENDER: config.mail.sender,
      ...(smsIdentityArn && { SMS_IDENTITY: smsIdentityArn }),
      APP_ORIGIN: appOrigin,
      GOOGLE_CLIENT_ID: config.googleClientId,
      GOOGLE_ISSUER: googleIssuer.issuer,
      GOOGLE_JWKS_URL: googleIssuer.jwksUrl,
      RELEASE: webRelease,
    }
  }

  /**
   * Returns the ARN of the state machine that makes exports. The ARN is built from the machine's name, because the machine itself
   * needs a function and is created later.
   */
  private exportMachineArn(environment: string) {
    const resourceName = exportMachineName(environment)
    const parts = { service: 'states', resource: 'stateMachine', resourceName }
    return Stack.of(this).formatArn({ ...parts, arnFormat: ArnFormat.COLON_RESOURCE_NAME })
  }

  /**
   * Returns the ARN of the identity that sends text messages, or undefined if the environment sends none. The identity is not part
   * of the stack, because a person registers phone numbers and pools with the carriers.
   */
  private smsIdentityArn({ smsIdentity }: EnvironmentConfig) {
    const [resource = '', resourceName] = smsIdentity.split('/')
    return resourceName && Stack.of(this).formatArn({ service: 'sms-voice', resource, resourceName })
  }

  private functionFactory({ environment, config, data, code }: Props) {
    const { table, media, eventCopies, signingSecret, edgeSecrets, sealKeys, shared } = data
    const holdings: GrantableResources = {
      table,
      media: media.bucket,
      eventCopies,
      secrets: { signing: [signingSecret.secretArn], edge: edgeSecrets.arns },
      sealKeys: sealKeys.arns,
      exportMachineArn: this.exportMachineArn(environment),
      key: shared.data.key,
      sendMail: this.mail.grant,
      smsIdentityArn: this.smsIdentityArn(config),
    }
    return (area: FunctionArea, variables: Record<string, string>, parameterValues: string) => {
      const needs = areaNeeds[area]
      const areaFunction = new AreaFunction(this, area, {
        code: code(area),
        environment: variables,
        parameterValues,
        items: itemGrants(needs.items, table),
        grants: areaGrants(needs, holdings),
        alarmDescription: needs.alarmDescription,
        minutes: needs.minutes,
        later: needs.later,
        wokenBy: needs.wokenBy && { stream: data.stream, partitions: needs.wokenBy },
        memory: config.memory,
        concurrency: config.concurrency[area],
        logs: shared.logs,
        alarmTopic: shared.alarmTopic,
      })
      acknowledgePrefixWildcards(areaFunction, needs, holdings)
      if (needs.sendsMail)
        acknowledgeNagFindings(areaFunction, {
          [`AwsSolutions-IAM5[Resource::${this.mail.identities}]`]:
            "In SES's sandbox the reader's identity is asked for as well as ours; the sender's address is the condition.",
        })
      return areaFunction
    }
  }
}
