import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { UploadIcon } from '../../ui/desk-icons.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { CameraIcon } from '../../ui/icons.tsx'
import { Camera } from './camera.tsx'
import styles from './photo.module.css'
import { PhotoPreview } from './photo-preview.tsx'
import type { PhotoChoice } from './use-photo.ts'

/** An optional photo, taken with the camera or chosen as a file. */
export function PhotoField({ photo, problem, isRewriting, choose, take }: PhotoChoice) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isCameraOn, setIsCameraOn] = useState(false)

  if (isCameraOn)
    return (
      <Camera
        onClose={() => setIsCameraOn(false)}
        onPhoto={(taken) => {
          setIsCameraOn(false)
          take(taken)
        }}
      />
    )
  return (
    <fieldset className={styles.group}>
      <legend>Delivery Photo (Optional)</legend>
      {photo && <PhotoPreview photo={photo} />}
      <div className={styles.choices}>
        <Button busy={isRewriting} onClick={() => setIsCameraOn(true)}>
          <CameraIcon /> Take Photo
        </Button>
        <Button busy={isRewriting} busyText="Preparing photo..." onClick={() => chooser.current?.click()}>
          <UploadIcon /> Upload Photo
        </Button>
        {photo && (
          <Button variant="quiet" busy={isRewriting} onClick={() => take(null)}>
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
          if (file) void choose(file)
          // Clear the input, so that the same file can be chosen again.
          target.value = ''
        }}
      />
      <FormAlert>{problem}</FormAlert>
    </fieldset>
  )
}
