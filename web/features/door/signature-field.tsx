import { type Ref, useMemo } from 'react'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'
import type { Stroke } from '../deliveries/unsent/strokes.ts'
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

/** A signature, drawn on the pad or, for someone who cannot draw, written as a name or an X. */
export const SignatureField = (props: SignatureFieldProps) => (
  <div className={styles.step}>
    {props.form.values.signature_method === 'drawn' ? <Drawn {...props} /> : <Written {...props} />}
  </div>
)

function Drawn({ form, strokes, onChange, error, pad }: SignatureFieldProps) {
  const whyNot = strokes.length === 0 ? noInk : undefined
  const tools = (
    <>
      <GuardedButton size="small" whyNot={whyNot} onClick={() => onChange(strokes.slice(0, -1))}>
        Undo
      </GuardedButton>
      <GuardedButton size="small" whyNot={whyNot} onClick={() => onChange([])}>
        Clear
      </GuardedButton>
    </>
  )
  return (
    <>
      <SignaturePad ref={pad} strokes={strokes} onChange={onChange} describedBy={error && padErrorId} tools={tools}>
        <OtherMethods form={form} />
      </SignaturePad>
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
      <div className={styles.tools}>
        <OtherMethods form={form} />
      </div>
    </>
  )
}

const methods = [
  ['drawn', 'Draw the signature'],
  ['typed', 'Can’t draw? Type the name'],
  ['mark', 'Mark with an X'],
] as const

/** The buttons for the methods that are not chosen. */
const OtherMethods = ({ form }: Pick<SignatureFieldProps, 'form'>) =>
  methods
    .filter(([method]) => method !== form.values.signature_method)
    .map(([method, label]) => (
      <Button key={method} size="small" onClick={() => form.set('signature_method', method)}>
        {label}
      </Button>
    ))
