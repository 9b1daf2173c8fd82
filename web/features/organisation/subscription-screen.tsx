import { useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { readSubscription, subscribeProducts } from '#shared/api/registration.ts'
import { lazy } from '#shared/model/lazy.ts'
import { newSubscriptions, type Subscription } from '#shared/model/sign-up.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiQuery } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { paths, subscriptionLabel } from '../../lib/navigation/paths.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Form } from '../../ui/form.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type OfferedProduct, productGroupName, productsByGroup } from '../sign-up/offered-products.ts'
import { ProductChoices } from '../sign-up/product-choices.tsx'
import { BorderedSection, SignUpFrame } from '../sign-up/sign-up-frame.tsx'
import styles from './subscription.module.css'

/** The page `/signup/manage/{tenantId}`: the products that an organisation has subscribed to, and those that it can add. */
export function SubscriptionScreen() {
  const { tenantId = '' } = useParams()
  return (
    <SignUpFrame title={subscriptionLabel}>
      <Portal tenantId={tenantId} />
    </SignUpFrame>
  )
}

function Portal({ tenantId }: { tenantId: string }) {
  const { data, error, refetch } = useApiQuery(readSubscription, { params: { id: tenantId } })
  if (data) return <Present {...data} />
  if (error?.status === 404)
    return (
      <BorderedSection>
        <LiveRegion role="alert">Tenant Not Found. The tenant ID provided is invalid or does not exist.</LiveRegion>
        <div>
          <ButtonLink to={paths.signUp}>Go to sign up</ButtonLink>
        </div>
      </BorderedSection>
    )
  return error ? (
    <FailedState message={errorDetail(error, 'Failed to load subscription data')} onRetry={() => void refetch()} />
  ) : (
    <Spinner label="Loading subscription..." />
  )
}

function Present({ tenant, subscribed_products, available_products }: Subscription) {
  const count = subscribed_products.length
  return (
    <>
      <BorderedSection>
        <div className={styles.tenant}>
          <h2>{tenant.name}</h2>
          <span className="muted">{tenant.subscribed_product_groups.map(productGroupName).join(', ')}</span>
          <span className="tabular">{`${count} active subscription${count === 1 ? '' : 's'}`}</span>
        </div>
      </BorderedSection>
      <BorderedSection title="Current Subscriptions">
        {productsByGroup(subscribed_products).map((group) => (
          <section key={group.key}>
            <h3>{group.name}</h3>
            <ul className={styles.products}>
              {group.products.map(({ key, name, description }) => (
                <li key={key}>
                  <CheckIcon />
                  <span>
                    <span className={styles.name}>{name}</span>
                    <span className="muted small">{description}</span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </BorderedSection>
      <BorderedSection title={available_products.length > 0 ? 'Add Products' : 'All Products Subscribed!'}>
        {available_products.length > 0 ? (
          // The key changes with each subscription, so that the next choice starts empty.
          <AddProductsForm key={count} tenantId={tenant.id} products={available_products} />
        ) : (
          <p className="muted">You’re subscribed to every product we offer.</p>
        )}
      </BorderedSection>
      <BorderedSection title="Quick Actions">
        <div className={styles.actions}>
          <ButtonLink to={paths.dashboard}>Go to Dashboard</ButtonLink>
          <ButtonLink to={paths.users}>Manage Users</ButtonLink>
          <ButtonLink to={paths.roles}>Manage Roles</ButtonLink>
        </div>
      </BorderedSection>
    </>
  )
}

const subscriptionForm = lazy(() => z.object({ products: newSubscriptions() }))

interface AvailableProductsProps {
  tenantId: string
  products: readonly OfferedProduct[]
}

/** The form with which the organisation adds products to its subscription. It lists those that it does not have yet. */
function AddProductsForm({ tenantId, products }: AvailableProductsProps) {
  const params = { id: tenantId }
  const form = useForm(subscriptionForm(), {
    initial: { products: [] },
    failureText: (error) => errorDetail(error, 'Failed to subscribe to products'),
    onSubmit: async ({ products: body }) => {
      const { new_products } = (await call(subscribeProducts, { params, body })).body
      toast.success(`Successfully subscribed to ${new_products.length} new product(s)!`)
      await invalidate(readSubscription, params)
      // If the user is signed in, refresh the session, so that the menu lists the new products.
      if (sessionStore.read().state === 'in') await sessionStore.refresh()
    },
  })
  return (
    <Form form={form} label="Add products">
      <ProductChoices form={form} name="products" products={products} />
      <div>
        <Button type="submit" variant="primary" busy={form.busy} busyText="Subscribing...">
          Subscribe to selected products
        </Button>
      </div>
    </Form>
  )
}
