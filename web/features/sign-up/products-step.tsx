import { useEffect } from 'react'
import { listSignUpProducts } from '#shared/api/registration.ts'
import { productSelection } from '#shared/model/sign-up.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Form } from '../../ui/form.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ProductChoices } from './product-choices.tsx'
import type { OfferedProduct } from './products-by-group.ts'
import { registerProducts } from './register-products.ts'
import { registrationFailureText } from './registration-failure.ts'
import styles from './sign-up.module.css'
import { readSignUpProgress, saveSignUpProgress, saveSignUpResult } from './sign-up-record.ts'

interface ProductsStepProps {
  onBack: () => void
  onDone: () => void
  /** Called if the server no longer has the data of the first step. */
  onLost: () => void
}

/** The step in which the products of the chosen business types are selected. */
export function ProductsStep(props: ProductsStepProps) {
  const { business_type } = readSignUpProgress().company
  const { data, error, refetch } = useApiQuery(listSignUpProducts, {
    query: { business_types: business_type.join(',') },
  })
  if (data) return <ProductsForm products={data} {...props} />
  return error ? (
    <FailedState message={errorDetail(error, 'Failed to load products')} onRetry={() => void refetch()} />
  ) : (
    <Spinner label="Loading products..." />
  )
}

function ProductsForm({
  products,
  onBack,
  onDone,
  onLost,
}: ProductsStepProps & { products: readonly OfferedProduct[] }) {
  const known = readSignUpProgress()
  const form = useForm(productSelection(), {
    initial: {
      tenant_id: known.tenant_id,
      // Keep only products that are still offered, because the user may have changed the business types.
      subscribed_products: known.products.filter((chosen) => products.some(({ key }) => key === chosen)),
    },
    failureText: registrationFailureText,
    onSubmit: async ({ subscribed_products }) => {
      try {
        saveSignUpResult(await registerProducts(known, subscribed_products))
        toast.success('Registration successful! Please check your email to verify your account.')
        onDone()
      } catch (error) {
        if (error instanceof CallError && error.status === 404) {
          saveSignUpProgress({ tenant_id: '' })
          return onLost()
        }
        throw error
      }
    },
  })
  const chosen = form.values.subscribed_products
  useEffect(() => {
    saveSignUpProgress({ products: chosen })
  }, [chosen])

  return (
    <Form form={form} label="Products" className={styles.step}>
      <p className="muted">Choose at least one product to start with. You can add more at any time.</p>
      <ProductChoices form={form} name="subscribed_products" products={products} />
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" variant="primary" busy={form.busy} busyText="Registering...">
          Complete Registration
        </Button>
      </div>
    </Form>
  )
}
