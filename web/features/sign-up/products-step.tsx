import { useEffect } from 'react'
import { completeSignUp, listSignUpProducts, readSubscription } from '#shared/api/registration.ts'
import { productSelection } from '#shared/model/sign-up.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Form } from '../../ui/form.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { OfferedProduct } from './offered-products.ts'
import { ProductChoices } from './product-choices.tsx'
import styles from './sign-up.module.css'
import {
  type FinishedSignUp,
  readSignUpProgress,
  registrationFailureText,
  type SignUpRecord,
  saveSignUpProgress,
  saveSignUpResult,
} from './sign-up-record.ts'

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
    <Form form={form} label="Products" className={styles.form}>
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

const namesOf = (products: readonly { name: string }[]) => products.map(({ name }) => name)

/** Registers the chosen products: the second step of the sign-up. */
async function registerProducts(
  { tenant_id, company }: SignUpRecord,
  subscribed_products: string[],
): Promise<FinishedSignUp> {
  try {
    const { tenant, user, ...answer } = (await call(completeSignUp, { body: { tenant_id, subscribed_products } })).body
    return {
      tenant_id: tenant.id,
      company_name: tenant.name,
      description: tenant.description,
      business_types: tenant.subscribed_product_groups,
      full_name: user.full_name,
      email: user.email,
      products: namesOf(answer.subscribed_products),
    }
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    // The server refuses a second registration. The first may have succeeded although its response was lost, so return its result.
    const known = (await call(readSubscription, { params: { id: tenant_id } })).body
    return {
      tenant_id,
      company_name: known.tenant.name,
      description: company.metadata.company_description.trim(),
      business_types: known.tenant.subscribed_product_groups,
      full_name: company.full_name.trim(),
      email: company.email.trim(),
      products: namesOf(known.subscribed_products),
    }
  }
}
