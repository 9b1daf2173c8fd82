import { ArnFormat, Stack } from 'aws-cdk-lib'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { migrations } from '#functions/migrations/migrations.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { recipientPageRoutes } from '#shared/api/recipient-page-path.ts'
import { areaGrants, type GrantableResources } from '../area-grants.ts'
import { type AreaNeeds, areaNeeds, type FunctionArea, functionAreas, needsWithoutSender } from '../area-needs.ts'
import { type EnvironmentConfig, exportMachineName, tableParameterName } from '../config.ts'
import { AreaFunction } from '../constructs/area-function.ts'
import { defaultRouteKey, HttpGateway } from '../constructs/http-gateway.ts'
import { MailSender } from '../constructs/mail-sender.ts'
import { OrganisationExports } from '../constructs/organisation-exports.ts'
import { ProductAlarms } from '../constructs/product-alarms.ts'
import { TableMigrations } from '../constructs/table-migrations.ts'
import { TextLimits } from '../constructs/text-limits.ts'
import { TrafficShift } from '../constructs/traffic-shift.ts'
import { googleIssuer } from '../google-issuer.ts'
import { withPreviousRights } from '../granted-rights.ts'
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
  /** Undefined if the environment sends no mail. */
  readonly mail: MailSender | undefined
  /** Undefined if the environment sends no text messages. */
  private readonly textLimits: TextLimits | undefined
  readonly functions: readonly AreaFunction[]

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { environment, config, data, parameters } = props
    const { alarmTopics, logs } = data.shared
    this.mail = config.mail && new MailSender(this, 'Mail', config.mail)
    this.textLimits = config.smsIdentity
      ? new TextLimits(this, 'TextLimits', { monthlyLimit: config.smsMonthlyLimit, logs })
      : undefined
    const functionOf = this.functionFactory(props)
    const made = new Map(functionAreas.map((area) => [area, functionOf(area)]))
    this.functions = [...made.values()]
    const find = (area: FunctionArea) => {
      const found = made.get(area)
      if (!found) throw new Error(`There is no function for ${area}`)
      return found
    }

    const { rateLimit, burstLimit } = parameters
    const guard = find('edge').live
    this.gateway = new HttpGateway(this, 'Gateway', { throttle: { rateLimit, burstLimit }, guard, logs })
    for (const [area, routes] of Map.groupBy(listRoutes(), (route) => route.area)) {
      const pages = recipientPageRoutes.filter((page) => page.area === area)
      const routeKeys = [...routes, ...pages].map(({ routeKey }) => routeKey)
      this.gateway.addFunction(area, find(area).live, routeKeys)
    }
    this.gateway.addFunction('unknown', find('unknown').live, [defaultRouteKey])
    if (this.mail) find('feedback').callOn('OfMail', this.mail.feedback)
    const { machine: migrating } = new TableMigrations(this, 'Migrations', {
      environment,
      migrations,
      run: find('migration').live,
    })
    const { machine: exporting } = new OrganisationExports(this, 'Exports', { environment, run: find('exports').live })
    new ProductAlarms(this, 'Alarms', {
      alarmTopics,
      gateway: this.gateway,
      table: data.table.watched,
      mailWorker: find('workers'),
      mailWatch: find('mailwatch'),
      eventCopy: find('eventcopy'),
      migrating,
      exporting,
    })
    const pace = parameters.trafficShift
    const waitedFor = [...new Set(listRoutes().map(({ area }) => area)), 'edge' as const].map(find)
    new TrafficShift(this, 'Shift', { functions: waitedFor, alarmTopics, pace })
  }

  /** Returns the environment variables of a function, as its needs say. */
  private variablesOf(needs: AreaNeeds, props: Props) {
    const { config, data, appOrigin, webRelease, environment } = props
    const { secret, seals, startsExports, copiesEvents } = needs
    if (secret === 'edge') return { EDGE_SECRET_IDS: data.edgeSecrets.taken }
    if (!usesTable(needs)) return {}
    const smsIdentityArn = this.smsIdentityArn(config)
    return {
      TABLE_NAME: data.table.own.tableName,
      TABLE_PARAMETER: tableParameterName(environment),
      MEDIA_BUCKET: data.media.bucket.bucketName,
      SIGNING_SECRET_ID: data.signingSecret.secretArn,
      ...(config.mail && { MAIL_SENDER: config.mail.sender }),
      ...(smsIdentityArn && { SMS_IDENTITY: smsIdentityArn }),
      ...(this.textLimits && { SMS_COUNTRY_RULES: this.textLimits.countryRules.id }),
      APP_ORIGIN: appOrigin,
      SUPPORT_ADDRESS: config.supportAddress,
      GOOGLE_CLIENT_ID: config.googleClientId,
      GOOGLE_ISSUER: googleIssuer.issuer,
      GOOGLE_JWKS_URL: googleIssuer.jwksUrl,
      RELEASE: webRelease,
      ...(seals && { SEAL_KEY_IDS: data.sealKeys.newestFirst }),
      ...(startsExports && { EXPORT_MACHINE_ARN: this.exportMachineArn(environment) }),
      ...(copiesEvents && { EVENT_COPIES_BUCKET: data.eventCopies.bucketName }),
    }
  }

  /** Returns the values of those stack parameters on which the variables of a function depend. */
  private parameterValuesOf({ secret, seals }: AreaNeeds, { parameters, data }: Props) {
    if (secret === 'edge') return `secrets ${data.edgeSecrets.takenNames}`
    return seals ? `seal keys ${parameters.sealKeys.valueAsString}` : ''
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

  private functionFactory(props: Props) {
    const { environment, config, data, code } = props
    const { table, media, eventCopies, signingSecret, edgeSecrets, sealKeys, shared } = data
    const stack = Stack.of(this)
    const holdings: GrantableResources = {
      tables: table.arns,
      tableParameterArn: stack.formatArn({
        service: 'ssm',
        resource: 'parameter',
        // An ARN has the name of a parameter without its first slash.
        resourceName: tableParameterName(environment).slice(1),
      }),
      media: media.bucket,
      eventCopies,
      secrets: { signing: [signingSecret.secretArn], edge: edgeSecrets.arns },
      sealKeys: sealKeys.arns,
      exportMachineArn: this.exportMachineArn(environment),
      key: shared.data.key,
      sendMail: this.mail?.grant,
      smsIdentityArn: this.smsIdentityArn(config),
      smsCountryRulesArn: this.textLimits?.countryRules.arn,
    }
    return (area: FunctionArea) => {
      const granted = withPreviousRights(areaNeeds[area])
      const needs = config.mail ? granted : needsWithoutSender(granted)
      return new AreaFunction(this, area, {
        code: code(area),
        environment: this.variablesOf(needs, props),
        parameterValues: this.parameterValuesOf(needs, props),
        items: itemGrants(needs, table.arns),
        grants: areaGrants(needs, holdings),
        alarmDescription: needs.alarmDescription,
        wakes: needs.wakes,
        minutes: needs.minutes,
        later: needs.later,
        schedule: needs.schedule,
        wokenBy: needs.wokenBy && { streamArn: table.streamArn, partitions: needs.wokenBy },
        memory: config.memory,
        concurrency: config.concurrency[area],
        logs: shared.logs,
        alarmTopics: shared.alarmTopics,
      })
    }
  }
}

const usesTable = ({ items, migrates }: AreaNeeds) => migrates || Object.keys(items).length > 0
