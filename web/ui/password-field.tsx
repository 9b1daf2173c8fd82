import { useState } from 'react'
import { Button } from './button.tsx'
import { FieldShell } from './field-shell.tsx'
import styles from './form.module.css'
import { bindField, type FieldReference, toInputText } from './form.tsx'

interface PasswordProps<V> extends FieldReference<V, string> {
  label: string
  hint?: React.ReactNode
  autoComplete: 'current-password' | 'new-password'
  /** The id of the list of requirements that describes the field. */
  describedBy?: string
}

/** A password field with a button that reveals the password. */
export function PasswordField<V>({ form, name, label, hint, autoComplete, describedBy }: PasswordProps<V>) {
  const { value, error, set } = bindField(form, name)
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldShell label={label} error={error} hint={hint} describedBy={describedBy} required>
      {(control) => (
        <div className={styles.beside}>
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            value={toInputText(value)}
            onChange={({ target }) => set(target.value)}
          />
          <Button onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="unseen"> {label.toLowerCase()}</span>
          </Button>
        </div>
      )}
    </FieldShell>
  )
}
