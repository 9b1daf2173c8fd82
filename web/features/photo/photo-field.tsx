import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../lib/browser/toast.ts'
import { useBackLayer } from '../../lib/navigation/use-back-layer.ts'
import { Button } from '../../ui/button.tsx'
import { UploadIcon } from '../../ui/desk-icons.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { CameraIcon } from '../../ui/icons.tsx'
import styles from './photo.module.css'
import { PhotoPreview } from './photo-preview.tsx'
import { photoFailedText, rewrittenPhotoContentType } from './rewrite-photo.ts'
import type { PhotoChoice } from './use-photo.ts'

interface PhotoFieldProps extends PhotoChoice {
  label?: string
}

/** An optional photo, taken with the camera or chosen as a file. */
export function PhotoField({ label = 'Delivery Photo', photo, problem, isRewriting, choose, take }: PhotoFieldProps) {
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
      <legend>{label} (Optional)</legend>
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
        aria-label={`${label} file`}
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

const jpegQuality = 0.9
const snapshotFileName = 'delivery-photo.jpg'
const cameraRefused = 'Could not access camera. Please check permissions.'

const snapshot = (video: HTMLVideoElement) =>
  new Promise<File | null>((resolve) => {
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    canvas.toBlob(
      (blob) => resolve(blob && new File([blob], snapshotFileName, { type: rewrittenPhotoContentType })),
      rewrittenPhotoContentType,
      jpegQuality,
    )
  })

/**
 * Shows the picture of the rear camera, or of another one if there is none, in a video element while the component is mounted.
 */
function useRearCamera(video: RefObject<HTMLVideoElement | null>, onRefused: () => void) {
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    let stream: MediaStream | undefined
    let closed = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1920 } },
        audio: false,
      })
      if (closed) return stop()
      if (video.current) video.current.srcObject = stream
    }
    start().catch(() => {
      if (!closed) refused()
    })
    return () => {
      closed = true
      stop()
    }
  }, [video])
}

interface CameraProps {
  onPhoto: (photo: File) => void
  onClose: () => void
}

/** Shows the live picture of the device's camera until a photo is taken or the camera is closed. */
function Camera({ onPhoto, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)

  useBackLayer(onClose)

  useRearCamera(video, () => {
    toast.error(cameraRefused)
    onClose()
  })

  // Scroll the picture and the button below it into view, because the user will press the button next.
  useEffect(() => {
    if (ready) void frame.current?.scrollIntoView({ block: 'nearest' })
  }, [ready])

  async function take() {
    const photo = video.current && (await snapshot(video.current))
    if (photo) onPhoto(photo)
    else toast.error(photoFailedText)
  }

  return (
    <div ref={frame} className={styles.camera}>
      <video ref={video} autoPlay playsInline muted onPlaying={() => setReady(true)} aria-label="Camera" />
      <div className={styles.actions}>
        <Button onClick={onClose}>Close camera</Button>
        <GuardedButton
          variant="primary"
          whyNot={ready ? undefined : 'The camera is starting'}
          onClick={() => void take()}
        >
          <CameraIcon /> Capture
        </GuardedButton>
      </div>
    </div>
  )
}
