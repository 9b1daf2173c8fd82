import { hashPassword } from '#functions/security/passwords.ts'
import { builtRoutes } from '#shared/api/areas.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { password } from '#tests/support/sign-up.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { linkScenarios, sessionScenarios, signUpScenarios } from './account-scenarios.ts'
import { deliveryScenarios, patientScenarios } from './delivery-scenarios.ts'
import { roleScenarios, userScenarios } from './people-scenarios.ts'
import type { Scenario, SetUp } from './scenario.ts'

/** Every call of the contract, and a completion whose photo was uploaded before it. */
export const scenarioNames = (): { name: string; entry: Entry }[] => [
  ...builtRoutes(),
  { name: 'completeUploaded', entry: deliveries.completeDelivery },
]

/** Opens a pharmacy in which every call of the contract can succeed: a scenario by the name of each entry. */
export async function openScenarios(app: TestApp): Promise<Record<string, Scenario>> {
  const pharmacy = await app.createPharmacy()
  const delivered = await aDelivery(app, pharmacy, { status: 'delivered' })
  const patient = String(delivered.patient_id)
  const setUp = { app, pharmacy, patient, delivered: delivered.id, password_hash: await hashPassword(password) }
  return {
    ...readScenarios(setUp),
    ...deliveryScenarios(setUp),
    ...patientScenarios(setUp),
    ...userScenarios(setUp),
    ...roleScenarios(setUp),
    ...signUpScenarios(setUp),
    ...sessionScenarios(setUp),
    ...linkScenarios(setUp),
  }
}

const queries: Record<string, Record<string, string>> = {
  listSignUpProducts: { business_types: 'pharmacy' },
  searchPatients: { q: 'grace' },
}

/** Of calls that only read, or whose repeat is the same again. */
function readScenarios({ app, pharmacy, patient, delivered }: SetUp): Record<string, Scenario> {
  const ids = { Delivery: delivered, Patient: patient, User: pharmacy.driver.user.id, Tenant: pharmacy.tenant.id }
  const idOf = ({ subject }: Entry) => (subject === 'Role' ? pharmacy.roles[0]?.id : subject && ids[subject]) ?? ''
  const reading = builtRoutes().filter(({ entry, name }) => entry.method === 'GET' && name !== 'verifyInvitation')
  return {
    ...Object.fromEntries(
      reading.map(({ name, entry }) => {
        const sending = { as: pharmacy.admin, params: { id: idOf(entry) }, query: queries[name] ?? {} }
        return [
          name,
          async () => ({ send: (headers: Record<string, string>) => app.call(entry, { ...sending, headers }) }),
        ]
      }),
    ),
    initializeProducts: async () => ({
      send: (headers) => app.call(users.initializeProducts, { as: pharmacy.admin, body: {}, headers }),
    }),
  }
}
