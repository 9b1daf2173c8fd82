import { type Ref, useMemo } from 'react'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'
import type { Stroke } from '../deliveries/unsent/strokes.ts'
import photoStyles from '../photo/photo.module.css'
import styles from './completion.module.css'
import { SignaturePad, type SignaturePadHandle } from './signature-pad.tsx'
import { writtenSignatureImage } from './written-signature-image.ts'

interface SignatureFieldProps {
  form: FormApi<CompletionValues>
  strokes: Stroke[]
  onChange: (strokes: Stroke[]) => void
  error: string | undefined
  pad: Ref<SignaturePadHandle>
}

/** The element id of the message that the pad is empty. */
export const padErrorId = 'pad-error'

const noInk = 'There is no signature to clear'

/** A signature, drawn on the pad or, for somebody who cannot draw, written as a name or an X. */
export function SignatureField(props: SignatureFieldProps) {
  return (
    <div className={styles.step}>
      {props.form.values.signature_method === 'drawn' ? <Drawn {...props} /> : <Written {...props} />}
      <Methods {...props} />
    </div>
  )
}

function Drawn({ strokes, onChange, error, pad }: SignatureFieldProps) {
  return (
    <>
      <SignaturePad ref={pad} strokes={strokes} onChange={onChange} describedBy={error && padErrorId} />
      {error && (
        <div id={padErrorId} className={styles.missing}>
          <LiveRegion role="alert">{error}</LiveRegion>
        </div>
      )}
    </>
  )
}

function Written({ form }: SignatureFieldProps) {
  const { values } = form
  const image = useMemo(() => writtenSignatureImage(values), [values])
  return (
    <>
      {image && <img className={styles.written} src={image} alt={`Signature of ${values.signer_name}`} />}
      <Field form={form} name="signer_name" label="Signed by" autoComplete="off" />
      {values.signature_method === 'mark' && <p className="muted small">You are the witness to this mark.</p>}
    </>
  )
}

function Methods({ form, strokes, onChange }: SignatureFieldProps) {
  const method = form.values.signature_method
  const whyNot = strokes.length === 0 ? noInk : undefined
  const choose = (next: 'drawn' | 'typed' | 'mark') => form.set('signature_method', next)
  return (
    <div className={photoStyles.choices}>
      {method === 'drawn' ? (
        <>
          <GuardedButton size="small" whyNot={whyNot} onClick={() => onChange(strokes.slice(0, -1))}>
            Undo
          </GuardedButton>
          <GuardedButton size="small" whyNot={whyNot} onClick={() => onChange([])}>
            Clear
          </GuardedButton>
        </>
      ) : (
        <Button size="small" onClick={() => choose('drawn')}>
          Draw the signature
        </Button>
      )}
      {method !== 'typed' && (
        <Button size="small" onClick={() => choose('typed')}>
          Can’t draw? Type the name
        </Button>
      )}
      {method !== 'mark' && (
        <Button size="small" onClick={() => choose('mark')}>
          Mark with an X
        </Button>
      )}
    </div>
  )
}
