import { useRef, useState } from 'react'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { CameraIcon, UploadIcon } from '../../../ui/icons.tsx'
import { Camera } from './camera.tsx'
import { photoProblem } from './check-photo.ts'
import styles from './completion.module.css'
import { PhotoPreview } from './photo-preview.tsx'

interface PhotoFieldProps {
  photo: File | null
  onChange: (photo: File | null) => void
}

/** An optional photo: by the camera, else a file. */
export function PhotoField({ photo, onChange }: PhotoFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isCameraOn, setIsCameraOn] = useState(false)
  const [problem, setProblem] = useState<string>()

  function choose(file: File) {
    const found = photoProblem(file)
    setProblem(found)
    if (found) toast.error(found)
    else onChange(file)
  }

  if (isCameraOn)
    return (
      <Camera
        onClose={() => setIsCameraOn(false)}
        onPhoto={(taken) => {
          setIsCameraOn(false)
          choose(taken)
        }}
      />
    )
  return (
    <fieldset className={styles.group}>
      <legend>Delivery Photo (Optional)</legend>
      {photo && <PhotoPreview photo={photo} />}
      <div className={styles.choices}>
        <Button onClick={() => setIsCameraOn(true)}>
          <CameraIcon /> Take Photo
        </Button>
        <Button onClick={() => chooser.current?.click()}>
          <UploadIcon /> Upload Photo
        </Button>
        {photo && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            Remove Photo
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        className="unseen"
        type="file"
        accept="image/*"
        aria-label="Delivery photo file"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) choose(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <FormAlert>{problem}</FormAlert>
    </fieldset>
  )
}
