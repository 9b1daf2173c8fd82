import { Duration } from 'aws-cdk-lib'
import type { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { EnvironmentConfig } from '../config.ts'
import type { AlarmTopics } from '../constructs/alarm-topics.ts'
import { AppDistribution } from '../constructs/app-distribution.ts'
import { EdgeLog } from '../constructs/edge-log.ts'
import { HealthCheck } from '../constructs/health-check.ts'
import { rateIfEnoughVolume } from '../constructs/metric-math.ts'
import { WebFiles } from '../constructs/web-files.ts'
import { WebFirewall } from '../constructs/web-firewall.ts'
import { openApiDocument } from '../openapi/document.ts'
import type { OperatorParameters } from '../operator-parameters.ts'
import { releaseHeaders } from '../release.ts'
import { securityHeaders } from '../security-headers.ts'
import { findWebDocuments } from '../web-documents.ts'
import type { AppGroup } from './app-group.ts'
import type { DataGroup } from './data-group.ts'

interface Props {
  environment: string
  config: EnvironmentConfig
  parameters: OperatorParameters
  data: DataGroup
  app: AppGroup
  /** The folder of the web build. Undefined if no web files are deployed. */
  webBuild: string | undefined
  /** The release of the web build. Empty if there is no web build. */
  webRelease: string
}

const fiveMinutes = Duration.minutes(5)

/**
 * The resources that users reach directly: certificate, firewall, distribution, and the web files, which are deployed after the API
 * that they need.
 */
export class EdgeGroup extends Construct {
  /** The app's origin, without a trailing slash. */
  readonly origin: string
  readonly distributionHost: string
  readonly firewall: WebFirewall

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { environment, config, parameters, data, app, webBuild, webRelease } = props
    const { domain, retainsData, allowedCountries } = config
    const { logs, accessLogs, alarmTopics } = data.shared
    this.firewall = new WebFirewall(this, 'Firewall', { environment, rateLimit: parameters.addressLimit, logs })
    const { origin, bucket, distribution, certificate } = new AppDistribution(this, 'App', {
      domain,
      api: { domain: app.gateway.domainName, secret: data.edgeSecrets.shown },
      headers: { ...securityHeaders({ mediaOrigins: [data.media.origin] }), ...releaseHeaders(webRelease) },
      allowedCountries,
      firewallArn: this.firewall.arn,
      accessLogs,
      retainsData,
      documents: webBuild ? findWebDocuments(webBuild) : [],
    })
    this.origin = origin
    this.distributionHost = distribution.domainName
    new EdgeLog(this, 'Log', { environment, distribution, logs })
    this.addPagesAlarm(alarmTopics, distribution.distributionId)
    if (certificate) this.addCertificateAlarm(alarmTopics, certificate)
    if (domain) new HealthCheck(this, 'Outside', { domain, alarmTopics })
    if (!webBuild) return
    const files = new WebFiles(this, 'Web', {
      bucket,
      build: webBuild,
      config: webConfig(config),
      document: openApiDocument(),
      worksOffline: config.worksOffline,
      logs,
    })
    files.node.addDependency(app.gateway)
  }

  private addCertificateAlarm(alarmTopics: AlarmTopics, certificate: Certificate) {
    alarmTopics.alarm(this, 'CertificateEnds', {
      alarmDescription:
        'The certificate of the app expires within 30 days and has not been renewed: after that, no browser will open the app.',
      metric: certificate.metricDaysToExpiry(),
      threshold: 30,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.IGNORE,
    })
  }

  private addPagesAlarm(alarmTopics: AlarmTopics, DistributionId: string) {
    const dimensionsMap = { DistributionId, Region: 'Global' }
    const ofCloudFront = (metricName: string, statistic: string) =>
      new Metric({ namespace: 'AWS/CloudFront', metricName, dimensionsMap, statistic, period: fiveMinutes })
    alarmTopics.alarm(this, 'PagesFail', {
      alarmDescription: 'The app does not open: CloudFront cannot reach its files or the gateway.',
      wakes: 'night/unreachable.md',
      metric: rateIfEnoughVolume({
        volume: ofCloudFront('Requests', 'Sum'),
        least: 50,
        rate: ofCloudFront('5xxErrorRate', 'Average'),
        period: fiveMinutes,
      }),
      threshold: 5,
    })
  }
}

/**
 * Returns what the app reads from `/config.json` when it starts. The environment's own host is one of the hosts on which the
 * sign-up page does not offer medical practices. An environment without a domain has a single host, so it names no origin.
 */
export const webConfig = ({ googleClientId, smsIdentity, domain, supportAddress }: EnvironmentConfig) => ({
  google_client_id: googleClientId,
  sends_texts: smsIdentity !== '',
  medical_hidden_hosts: [...(domain ? [domain] : []), 'localhost'],
  support_address: supportAddress,
  app_origin: domain ? `https://${domain}` : '',
})
