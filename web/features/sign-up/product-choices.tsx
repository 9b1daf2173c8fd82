import { useId } from 'react'
import { bindField, type FieldReference } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { type OfferedProduct, productsByGroup } from './offered-products.ts'
import styles from './sign-up.module.css'

/** `form` and `name` are those of the field whose value is the list of the chosen products' keys. */
interface ProductChoicesProps<V> extends FieldReference<V, readonly string[]> {
  products: readonly OfferedProduct[]
}

/** Products to choose from, by group. Inactive products are shown but cannot be chosen. */
export function ProductChoices<V>({ form, name, products }: ProductChoicesProps<V>) {
  const { value, error, set } = bindField(form, name)
  const id = useId()
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <>
      {productsByGroup(products).map((group) => (
        <fieldset key={group.key} className={styles.group} aria-describedby={error && `${id}-error`}>
          <legend>{group.name}</legend>
          {group.products.map((product) => (
            <label key={product.key} className={styles.product}>
              <input
                type="checkbox"
                name={name}
                checked={chosen.includes(product.key)}
                disabled={!product.is_active}
                aria-labelledby={`${id}-${product.key}`}
                aria-describedby={`${id}-${product.key}-more`}
                aria-invalid={Boolean(error)}
                onChange={({ target }) =>
                  set(target.checked ? [...chosen, product.key] : chosen.filter((key) => key !== product.key))
                }
              />
              <span>
                <span id={`${id}-${product.key}`} className={styles.name}>
                  {product.name}
                </span>
                <span id={`${id}-${product.key}-more`} className="muted small">
                  {product.description}
                  {!product.is_active && ' Not available yet.'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {error && (
        <div id={`${id}-error`}>
          <FormAlert>{error}</FormAlert>
        </div>
      )}
    </>
  )
}
