import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import photoStyles from '../photo/photo.module.css'

interface WeakSignatureProps {
  onAgain: () => void
  onKeep: () => void
}

/** Asks whether to keep a drawing that does not look like a signature, or to sign again. */
export const WeakSignatureQuestion = ({ onAgain, onKeep }: WeakSignatureProps) => (
  <>
    <FormAlert tone="notice">This doesn’t look like a signature. Please sign with your name.</FormAlert>
    <div className={photoStyles.choices}>
      <Button onClick={onAgain}>Sign again</Button>
      <Button onClick={onKeep}>Keep signature</Button>
    </div>
  </>
)
