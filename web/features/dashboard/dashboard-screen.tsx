import type { ComponentType, ReactNode } from 'react'
import { type ProductKey, products } from '#shared/model/catalogue.ts'
import { manageDeliveriesRule, viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { activeStateLabel } from '#shared/rules/user-states.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
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
    <div className={styles.labeled}>
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

/**
 * Shown if no product has a card. A user with another right for a product can open a part of it, for example today's deliveries, so
 * the text names only the organization's other products.
 */
function NoProducts() {
  const { tenant, permissions } = useSignedInSession()
  const isOpen = (product: string) => (permissions[product] ?? []).length > 0
  if (!Object.keys(permissions).some(isOpen))
    return (
      <EmptyState title="No products available">
        <p>Contact your administrator to get access to products.</p>
      </EmptyState>
    )
  const closed = products.filter(({ key }) => tenant.subscribed_products.includes(key) && !isOpen(key))
  if (closed.length === 0) return <p className="muted">The pages you can open are in the menu.</p>
  const names = new Intl.ListFormat('en').format(closed.map(({ name }) => name))
  return (
    <EmptyState title="No other products available">
      <p>Contact your administrator to get access to {names}.</p>
    </EmptyState>
  )
}

interface MenuPage {
  path: string
  label: string
  product?: ProductKey
  description?: string
}

interface DashboardParts {
  Today: ComponentType
  MyRunToday: ComponentType
  /** The pages that this user's menu lists, without those of the administration. A page without a product gets no card. */
  pages: readonly MenuPage[]
  /** The pages of the administration that this user's menu lists. */
  adminPages: readonly MenuPage[]
}

/**
 * The page that opens after signing in, unless the user was on the way to another page. The route passes in two panels, which it
 * loads separately; one of them belongs to another feature.
 */
export function DashboardScreen({ Today, MyRunToday, pages, adminPages }: DashboardParts) {
  const { user, tenant, permissions, hasAny } = useSignedInSession()
  const accessible = pages.flatMap(({ product, path }) => {
    const known = products.find(({ key }) => key === product)
    return known ? [{ name: known.name, description: known.description, path }] : []
  })

  return (
    <PageFrame title="Dashboard" heading={`Welcome back, ${user.full_name}`}>
      <p className={classNames('muted', styles.under)}>{`${tenant.name} Dashboard`}</p>

      {hasAny(manageDeliveriesRule) && <Today />}
      {hasAny(viewDeliveriesRule) && <MyRunToday />}

      {user.is_tenant_admin && (
        <Section title="Tenant Overview">
          <div className={styles.figures}>
            <Figure label="Role" value="Tenant Admin" />
            <Figure label="Products" value={tenant.subscribed_products.length} />
            <Figure label="Permissions" value={Object.values(permissions).flat().length} />
            <Figure label="Status" value={activeStateLabel(user.is_active)} />
          </div>
        </Section>
      )}

      <Section title="Available Products">
        {accessible.length === 0 ? (
          <NoProducts />
        ) : (
          <div className={styles.products}>
            {accessible.map((module) => (
              <ModuleCard key={module.path} {...module} open="Open module" />
            ))}
          </div>
        )}
      </Section>

      {user.is_tenant_admin && (
        <Section title="Administration">
          <div className={styles.grid}>
            {adminPages.map(({ label, description = '', path }) => (
              <ModuleCard key={path} name={label} description={description} path={path} open="Open" />
            ))}
          </div>
        </Section>
      )}
    </PageFrame>
  )
}
