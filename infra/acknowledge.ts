import { CfnResource, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

type NagRule = `${'AwsSolutions' | 'HIPAA.Security'}-${string}`

/** Checkov's rules that our templates break, each with the type of resource that it checks. */
const checkovRules = {
  CKV_AWS_18: 'AWS::S3::Bucket',
  CKV_AWS_26: 'AWS::SNS::Topic',
  CKV_AWS_27: 'AWS::SQS::Queue',
  CKV_AWS_86: 'AWS::CloudFront::Distribution',
  CKV_AWS_115: 'AWS::Lambda::Function',
  CKV_AWS_116: 'AWS::Lambda::Function',
  CKV_AWS_117: 'AWS::Lambda::Function',
  CKV_AWS_173: 'AWS::Lambda::Function',
  CKV_AWS_174: 'AWS::CloudFront::Distribution',
} as const

type CheckovRule = keyof typeof checkovRules

/** Rules of cdk-nag that one of Checkov's rules repeats. A reason for the first is also the reason for the second. */
const repeatedByCheckov: Readonly<Partial<Record<string, CheckovRule>>> = {
  'HIPAA.Security-SNSEncryptedKMS': 'CKV_AWS_26',
  'AwsSolutions-CFR3': 'CKV_AWS_86',
  'HIPAA.Security-LambdaConcurrency': 'CKV_AWS_115',
  'HIPAA.Security-LambdaDLQ': 'CKV_AWS_116',
  'HIPAA.Security-LambdaInsideVPC': 'CKV_AWS_117',
  'AwsSolutions-CFR4': 'CKV_AWS_174',
}

/**
 * Accepts the findings of these rules of cdk-nag and Checkov in a construct and its children, each rule with a reason. The children
 * must already exist.
 */
export function acknowledgeFindings(
  construct: IConstruct,
  reasons: Readonly<Partial<Record<NagRule | CheckovRule, string>>>,
) {
  const skipped: { id: CheckovRule; comment: string }[] = []
  for (const [rule, reason = ''] of Object.entries(reasons)) {
    const id = isCheckovRule(rule) ? rule : repeatedByCheckov[rule]
    if (id) skipped.push({ id, comment: reason })
    if (isCheckovRule(rule)) continue
    // The full ID is needed, because otherwise the synthesis report keeps no trace of the accepted finding.
    Validations.of(construct).acknowledge({ id: `${rule.slice(0, rule.indexOf('-'))}::${rule}`, reason })
  }
  for (const resource of construct.node.findAll()) {
    if (!CfnResource.isCfnResource(resource)) continue
    const skip = skipped.filter(({ id }) => checkovRules[id] === resource.cfnResourceType)
    // Checkov sees only the template, so it reads the reasons from the resource's metadata.
    if (skip.length > 0) resource.addMetadata('checkov', { skip })
  }
}

const isCheckovRule = (rule: string): rule is CheckovRule => Object.hasOwn(checkovRules, rule)
