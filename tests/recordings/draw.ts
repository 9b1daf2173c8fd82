import { writeFileSync } from 'node:fs'
import { drawings } from './hands.ts'
import { pack } from './recordings.ts'

// Writes the recordings anew. Run by hand after a change of the hands: `node tests/recordings/draw.ts`.
const lines = drawings().map(({ strokes, ...said }) => JSON.stringify({ ...said, ink: pack(strokes) }))
writeFileSync(new URL('signatures.jsonl', import.meta.url), `${lines.join('\n')}\n`)
