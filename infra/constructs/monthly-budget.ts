import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'

interface Props {
  environment: string
  /** The limit in US dollars per month. */
  limit: number
  address: string
}

/**
 * Sends a mail when a month has cost 80 % of the limit, and when a month is expected to exceed it. Everything that the account pays
 * for is counted, because filtering by tag is not possible until someone activates cost allocation tags for billing.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { environment, limit, address }: Props) {
    super(scope, id)
    const tell = (
      notificationType: 'ACTUAL' | 'FORECASTED',
      threshold: number,
    ): CfnBudget.NotificationWithSubscribersProperty => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    })
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `carelane-${environment}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: limit, unit: 'USD' },
      },
      notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
    })
  }
}
