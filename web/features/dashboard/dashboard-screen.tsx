import type { ComponentType, ReactNode } from 'react'
import { products } from '#shared/model/catalogue.ts'
import { manageDeliveries } from '#shared/rules/permissions.ts'
import { adminPages, modules } from '../../lib/modules.ts'
import { useSignedIn } from '../../lib/session.ts'
import { userStatus } from '../../lib/user-status.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './dashboard-screen.module.css'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const Figure = ({ label, value }: { label: string; value: string | number }) => (
  <Card>
    <div>
      <div className="muted small">{label}</div>
      <div className={classNames(styles.figure, 'tabular')}>{value}</div>
    </div>
  </Card>
)

interface ModuleCardProps {
  name: string
  description: string
  path: string
  open: string
}

const ModuleCard = ({ name, description, path, open }: ModuleCardProps) => (
  <Card className={styles.module}>
    <h3>{name}</h3>
    <p className="muted small">{description}</p>
    <div>
      <ButtonLink to={path} size="small" aria-label={`${open}: ${name}`}>
        {open}
      </ButtonLink>
    </div>
  </Card>
)

/** Today is of the deliveries, another feature: the route gives it. */
export function DashboardScreen({ Today }: { Today: ComponentType }) {
  const { user, tenant, permissions, has, hasAny } = useSignedIn()
  const accessible = modules.flatMap(({ product, permission, path }) => {
    const known = products.find(({ key }) => key === product)
    return known && has(permission) ? [{ name: known.name, description: known.description, path }] : []
  })

  return (
    <Page title="Dashboard" heading={`Welcome back, ${user.full_name}`}>
      <p className="muted">{`${tenant.name} Dashboard`}</p>

      {hasAny(manageDeliveries) && <Today />}

      {user.is_tenant_admin && (
        <Section title="Tenant Overview">
          <div className={styles.figures}>
            <Figure label="Role" value="Tenant Admin" />
            <Figure label="Products" value={tenant.subscribed_products.length} />
            <Figure label="Permissions" value={Object.values(permissions).flat().length} />
            <Figure label="Status" value={userStatus(user.is_active)} />
          </div>
        </Section>
      )}

      <Section title="Available Products">
        {accessible.length === 0 ? (
          <Empty title="No products available">
            <p>Contact your administrator to get access to products.</p>
          </Empty>
        ) : (
          <div className={styles.grid}>
            {accessible.map((module) => (
              <ModuleCard key={module.path} {...module} open="Open module" />
            ))}
          </div>
        )}
      </Section>

      {user.is_tenant_admin && (
        <Section title="Administration">
          <div className={styles.grid}>
            {adminPages.map(({ label, description, path }) => (
              <ModuleCard key={path} name={label} description={description} path={path} open="Open" />
            ))}
          </div>
        </Section>
      )}
    </Page>
  )
}
