/** A series as in CloudWatch: one value per period, oldest first, undefined if nothing was reported. */
export type Series = readonly (number | undefined)[]

type Value = number | undefined
type Node = (at: number) => Value

/** Evaluates metric math as far as our expressions use it: numbers, `+ - * /`, comparisons, `FILL` and `IF`. */
export function evaluateMath(expression: string, series: Readonly<Record<string, Series>>, length: number): Series {
  const tokens = expression.match(/\d+(?:\.\d+)?|[A-Za-z_]\w*|[<>]=?|==|!=|[-+*/(),]/g) ?? []
  if (tokens.join('') !== expression.replaceAll(/\s/g, '')) throw new Error(`This test cannot read ${expression}`)
  let place = 0
  const take = (expected?: string) => {
    const token = tokens[place++]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`${expression}: ${expected} at ${place}`)
    return token
  }
  const chain =
    (operators: Readonly<Record<string, (a: number, b: number) => number>>, operand: () => Node) => (): Node => {
      let left = operand()
      for (let operate = operators[tokens[place] ?? '']; operate; operate = operators[tokens[place] ?? '']) {
        take()
        const [before, after, apply] = [left, operand(), operate]
        // If only one side has data, the result has none.
        left = (at) => {
          const [a, b] = [before(at), after(at)]
          return a === undefined || b === undefined ? undefined : apply(a, b)
        }
      }
      return left
    }
  const factor = (): Node => {
    const token = take()
    if (token === '(') {
      const inner = comparison()
      take(')')
      return inner
    }
    if (/^\d/.test(token)) return () => Number(token)
    if (token === 'FILL') return fill()
    if (token === 'IF') return choose()
    const values = series[token]
    if (!values) throw new Error(`${expression} names ${token}, which is no metric of it`)
    return (at) => values[at]
  }
  const given = <T>(parse: () => T): T => {
    take('(')
    const found = parse()
    take(')')
    return found
  }
  const fill = () =>
    given((): Node => {
      const filled = comparison()
      take(',')
      const otherwise = comparison()
      return (at) => filled(at) ?? otherwise(at)
    })
  const choose = () =>
    given((): Node => {
      const condition = comparison()
      take(',')
      const then = comparison()
      take(',')
      const otherwise = comparison()
      return (at) => {
        const is = condition(at)
        return is === undefined ? undefined : is !== 0 ? then(at) : otherwise(at)
      }
    })
  const product = chain({ '*': (a, b) => a * b, '/': (a, b) => a / b }, factor)
  const sum = chain({ '+': (a, b) => a + b, '-': (a, b) => a - b }, product)
  const compare = {
    '>': (a: number, b: number) => Number(a > b),
    '<': (a: number, b: number) => Number(a < b),
    '>=': (a: number, b: number) => Number(a >= b),
    '<=': (a: number, b: number) => Number(a <= b),
    '==': (a: number, b: number) => Number(a === b),
    '!=': (a: number, b: number) => Number(a !== b),
  }
  const comparison = chain(compare, sum)

  const root = comparison()
  if (place !== tokens.length) throw new Error(`${expression}: ${tokens[place]} is left over`)
  return Array.from({ length }, (_, at) => root(at))
}
