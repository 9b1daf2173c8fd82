import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import imported, { type SignatureCanvas } from 'react-signature-canvas'
import styles from './completion.module.css'
import { asSeen, type Stroke, scaleStrokes, signatureSize } from './strokes.ts'

/** CommonJS that calls itself a module: some bundlers hand over its default, others all that it exports. */
const Canvas = 'default' in imported ? imported.default : imported

export interface SignaturePadHandle {
  /** The drawn signature, 800×300, as a PNG data address. */
  image: () => string
}

interface SignaturePadProps {
  /** In the picture's 800×300. */
  strokes: Stroke[]
  onChange: (strokes: Stroke[]) => void
  ref: Ref<SignaturePadHandle>
}

/** In the picture's pixels. */
const pen = { minWidth: 1.4, maxWidth: 4 }

/**
 * The picture is 800×300 and made of the strokes alone: one signature looks the same from every pad. Only while the pen
 * moves, it draws in the pad's own size.
 */
export function SignaturePad({ strokes, onChange, ref }: SignaturePadProps) {
  const pad = useRef<SignatureCanvas>(null)
  const [padWidth, setPadWidth] = useState(signatureSize.width)
  const scale = signatureSize.width / padWidth
  const penHere = { minWidth: pen.minWidth / scale, maxWidth: pen.maxWidth / scale }

  useEffect(() => {
    const canvas = pad.current?.getCanvas()
    if (!canvas) return
    const observer = new ResizeObserver(() => {
      if (canvas.clientWidth > 0) setPadWidth(canvas.clientWidth)
    })
    observer.observe(canvas)
    return () => observer.disconnect()
  }, [])

  const draw = useEffectEvent(() => {
    const context = pad.current?.getCanvas().getContext('2d')
    const inner = pad.current?.getSignaturePad()
    if (!context || !inner) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    Object.assign(inner, pen)
    // It goes on writing into what it is given.
    inner.fromData([...strokes])
    context.setTransform(scale, 0, 0, scale, 0, 0)
    Object.assign(inner, penHere)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is another transform
  useEffect(() => draw(), [strokes, padWidth])

  useImperativeHandle(ref, () => ({ image: () => pad.current?.toDataURL('image/png') ?? '' }))

  const strokeEnded = () => {
    const newest = pad.current?.toData().slice(-1) ?? []
    onChange([...strokes, ...scaleStrokes(asSeen(newest), scale)])
  }

  return (
    <div className={styles.sheet}>
      <Canvas
        ref={pad}
        clearOnResize={false}
        // Held back, a stroke's last point would come after its end and be missed.
        throttle={0}
        backgroundColor="#fff"
        penColor="#000"
        {...penHere}
        onEnd={strokeEnded}
        canvasProps={{ ...signatureSize, className: styles.pad, 'aria-label': 'Signature pad' }}
      />
    </div>
  )
}
