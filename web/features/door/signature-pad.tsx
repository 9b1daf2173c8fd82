import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import imported, { type SignatureCanvas } from 'react-signature-canvas'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import {
  removeDoubledDots,
  type Stroke,
  scaleStrokes,
  signatureSize,
  strokesForPad,
} from '../deliveries/unsent/strokes.ts'
import styles from './completion.module.css'

/**
 * The React component of the package `react-signature-canvas`. The package is a CommonJS module marked as an ES module, so
 * `imported` is its default export in some bundlers and all of its exports in others.
 */
const Canvas = 'default' in imported ? imported.default : imported

export interface SignaturePadHandle {
  /** Returns the drawn signature as a PNG data URL of 800×300 pixels, or '' if the pad is not on the page. */
  image: () => string
  focus: () => void
}

interface SignaturePadProps {
  /** The strokes, in pixels of the 800×300 picture. */
  strokes: Stroke[]
  onChange: (strokes: Stroke[]) => void
  /** The element id of the error message, if one is shown. */
  describedBy?: string | undefined
  /** Buttons that change the strokes. They stay below the pad when it fills the screen. */
  tools: ReactNode
  /** Further buttons below the pad. */
  children: ReactNode
  ref: Ref<SignaturePadHandle>
}

/** If no stroke follows within this time, the pad accepts no more ink, so that a thumb that scrolls over the pad draws nothing. */
const restMs = 1500
/** A reopened pad waits this long for the first stroke, because some people need more time for it. */
const reopenedMs = 10_000

/** Returns whether the pad accepts ink, and a function that opens it again. `isDrawing` is true while the pen is down. */
function useRest(strokes: readonly Stroke[], isDrawing: boolean) {
  const [isClosed, setIsClosed] = useState(strokes.length > 0)
  const [reopenedAt, setReopenedAt] = useState<readonly Stroke[]>()
  const isOpen = strokes.length === 0 || isDrawing || !isClosed
  useEffect(() => {
    if (strokes.length === 0) return setIsClosed(false)
    if (isDrawing || isClosed) return
    const resting = setTimeout(() => setIsClosed(true), reopenedAt === strokes ? reopenedMs : restMs)
    return () => clearTimeout(resting)
  }, [strokes, isDrawing, isClosed, reopenedAt])
  function open() {
    setReopenedAt(strokes)
    setIsClosed(false)
  }
  return { isOpen, open }
}

/** Returns the width at which the pad is shown, in CSS pixels. Until it is measured, the width is that of the picture. */
function usePadWidth(pad: RefObject<SignatureCanvas | null>) {
  const [width, setWidth] = useState(signatureSize.width)
  useEffect(() => {
    const canvas = pad.current?.getCanvas()
    if (!canvas) return
    const observer = new ResizeObserver(() => {
      if (canvas.clientWidth > 0) setWidth(canvas.clientWidth)
    })
    observer.observe(canvas)
    return () => observer.disconnect()
  }, [pad])
  return width
}

/**
 * Lets the pad fill the screen. Where the browser allows it, the screen also turns sideways; elsewhere the user turns the phone. The
 * way back is the button, the browser's own gesture, or Back.
 */
function useWholeScreen(frame: RefObject<HTMLDivElement | null>) {
  const [isWhole, setIsWhole] = useState(false)
  useEffect(() => {
    const followBrowser = () => {
      if (!document.fullscreenElement) setIsWhole(false)
    }
    document.addEventListener('fullscreenchange', followBrowser)
    return () => document.removeEventListener('fullscreenchange', followBrowser)
  }, [])
  async function toggleWhole() {
    setIsWhole(!isWhole)
    if (isWhole) return void (await document.exitFullscreen?.().catch(() => undefined))
    await frame.current?.requestFullscreen?.().catch(() => undefined)
    const turning: { lock?: (way: 'landscape') => Promise<void> } = screen.orientation
    await turning.lock?.('landscape').catch(() => undefined)
  }
  return { isWhole, toggleWhole }
}

/** The smallest and largest width of the lines, in pixels of the picture. */
const pen = { minWidth: 1.4, maxWidth: 4 }

/**
 * Draws the strokes again whenever the strokes or the pad's width have changed. Returns how many pixels of the picture one CSS
 * pixel of the pad has, and the line widths in CSS pixels.
 */
function useDrawing(pad: RefObject<SignatureCanvas | null>, strokes: readonly Stroke[], padWidth: number) {
  const scale = signatureSize.width / padWidth
  const penHere = { minWidth: pen.minWidth / scale, maxWidth: pen.maxWidth / scale }
  const draw = useEffectEvent(() => {
    const context = pad.current?.getCanvas().getContext('2d')
    const inner = pad.current?.getSignaturePad()
    if (!context || !inner) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    Object.assign(inner, pen)
    inner.fromData(strokesForPad(strokes))
    context.setTransform(scale, 0, 0, scale, 0, 0)
    Object.assign(inner, penHere)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another width, which needs another transform
  useEffect(() => draw(), [strokes, padWidth])
  return { scale, penHere }
}

/**
 * The pad on which the signer draws. After each stroke, the picture of 800×300 pixels is drawn again from all strokes, so that a
 * signature looks the same whatever the size of the pad. While the pen moves, the pad draws at its own size.
 */
export function SignaturePad({ strokes, onChange, describedBy, tools, children, ref }: SignaturePadProps) {
  const pad = useRef<SignatureCanvas>(null)
  const padWidth = usePadWidth(pad)
  const [isDrawing, setIsDrawing] = useState(false)
  const { isOpen, open } = useRest(strokes, isDrawing)
  const { scale, penHere } = useDrawing(pad, strokes, padWidth)
  const frame = useRef<HTMLDivElement>(null)
  const { isWhole, toggleWhole } = useWholeScreen(frame)

  useImperativeHandle(ref, () => ({
    image: () => pad.current?.toDataURL('image/png') ?? '',
    focus: () => pad.current?.getCanvas().focus(),
  }))

  const strokeEnded = () => {
    setIsDrawing(false)
    const newest = pad.current?.toData().slice(-1) ?? []
    onChange([...strokes, ...scaleStrokes(removeDoubledDots(newest), scale)])
  }

  return (
    <div ref={frame} className={classNames(styles.frame, isWhole && styles.wholeScreen)}>
      {isWhole && <p className={styles.turn}>Turn the phone sideways for more room.</p>}
      <div className={styles.sheet}>
        <Canvas
          ref={pad}
          clearOnResize={false}
          // With throttling, the last point of a stroke would arrive after the stroke's end and be lost.
          throttle={0}
          backgroundColor="#fff"
          penColor="#000"
          {...penHere}
          onBegin={() => setIsDrawing(true)}
          onEnd={strokeEnded}
          canvasProps={{
            ...signatureSize,
            className: styles.pad,
            role: 'img',
            tabIndex: -1,
            'aria-label': 'Signature pad',
            'aria-describedby': describedBy,
          }}
        />
        {!isOpen && (
          <Button variant="quiet" className={styles.cover} onClick={open}>
            Tap to draw more
          </Button>
        )}
      </div>
      <div className={styles.tools}>
        {tools}
        <Button size="small" onClick={() => void toggleWhole()}>
          {isWhole ? 'Done' : 'Sign on the whole screen'}
        </Button>
        {!isWhole && children}
      </div>
    </div>
  )
}
