import * as z from 'zod/mini'
import { readSubscription, subscribeProducts } from '#shared/api/registration.ts'
import { lazy } from '#shared/model/lazy.ts'
import { newSubscriptions } from '#shared/model/sign-up.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { ProductChoices } from './product-choices.tsx'
import type { OfferedProduct } from './products-by-group.ts'

const subscriptionForm = lazy(() => z.object({ products: newSubscriptions() }))

interface AvailableProductsProps {
  tenantId: string
  products: readonly OfferedProduct[]
}

/** The form with which the organisation adds products to its subscription. It lists those that it does not have yet. */
export function AddProductsForm({ tenantId, products }: AvailableProductsProps) {
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
