import { subscriptionLabel } from '../lib/modules.ts'
import { paths } from '../lib/paths.ts'
import { useSignedIn } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { UnderDevelopment } from './under-development.tsx'

/** `/admin/tenant`: a placeholder that leads to the subscription. */
export function TenantSettings() {
  const { tenant } = useSignedIn()
  return (
    <UnderDevelopment title="Tenant Settings">
      <ButtonLink to={paths.subscription(tenant.id)} variant="primary">
        {subscriptionLabel}
      </ButtonLink>
    </UnderDevelopment>
  )
}
