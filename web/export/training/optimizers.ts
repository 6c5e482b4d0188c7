/** Optimisers as code: PyTorch's own, or written out for NumPy. */
import type { OptimizerOptions, Schedule } from '../../training/options.ts';

/** A number in Python's notation. */
const python = (number: number): string => String(number).replace('e+', 'e');

/** Settings, and the learning rate of each step. The names must differ from the model's, which has `clip`, `epsilon` and `group`. */
export function settings(optimizer: OptimizerOptions, schedule: Schedule | undefined): readonly string[] {
  const { warmup = 0, decay = 0, least = 0 } = schedule ?? {};
  const lines = ['', `learning_rate = ${python(optimizer.learningRate)}`];
  if (optimizer.kind === 'sgd') lines.push(`momentum = ${python(optimizer.momentum ?? 0)}`);
  else
    lines.push(
      `beta1, beta2 = ${python(optimizer.beta1 ?? 0.9)}, ${python(optimizer.beta2 ?? 0.999)}`,
      `adam_epsilon = ${python(optimizer.epsilon ?? 1e-8)}`,
      `weight_decay = ${python(optimizer.weightDecay ?? 0)}`,
    );
  if (optimizer.clip !== undefined) lines.push(`longest = ${python(optimizer.clip)}`);
  return [
    ...lines,
    '',
    '',
    'def rate_of(step):',
    ...(warmup > 0
      ? [
          `    """Rises for ${warmup} steps${decay > 0 ? ', then falls along a cosine' : ''}."""`,
          `    if step <= ${warmup}:`,
          `        return learning_rate * step / ${warmup}`,
        ]
      : []),
    ...(decay > 0
      ? [
          `    done = min(1.0, (step - ${warmup}) / ${decay})`,
          `    return learning_rate * (${python(least)} + (1 - ${python(least)}) * (1 + math.cos(math.pi * done)) / 2)`,
        ]
      : ['    return learning_rate']),
  ];
}

const inNumpy = (optimizer: OptimizerOptions): readonly string[] => [
  '        grad = one.grad',
  ...(optimizer.clip === undefined ? [] : ['        grad = grad * min(1.0, longest / length)']),
  ...(optimizer.kind === 'sgd'
    ? [
        '        first[name] = momentum * first.get(name, 0.0) + grad',
        '        one.value = one.value - rate * first[name]',
      ]
    : [
        ...((optimizer.weightDecay ?? 0) === 0
          ? []
          : optimizer.kind === 'adam'
            ? ['        grad = grad + weight_decay * one.value']
            : [
                '        # Decoupled weight decay (arXiv:1711.05101).',
                '        one.value = one.value * (1 - rate * weight_decay)',
              ]),
        '        first[name] = beta1 * first.get(name, 0.0) + (1 - beta1) * grad',
        '        second[name] = beta2 * second.get(name, 0.0) + (1 - beta2) * grad * grad',
        '        m = first[name] / (1 - beta1**step)',
        '        v = second[name] / (1 - beta2**step)',
        '        one.value = one.value - rate * m / (np.sqrt(v) + adam_epsilon)',
      ]),
];

const torchNames = { sgd: 'SGD', adam: 'Adam', adamw: 'AdamW' } as const;

/** The training loop over `batches`. */
export function steps(library: 'numpy' | 'pytorch', optimizer: OptimizerOptions): readonly string[] {
  const clips = optimizer.clip !== undefined;
  if (library === 'pytorch') {
    const how =
      optimizer.kind === 'sgd'
        ? 'momentum=momentum'
        : 'betas=(beta1, beta2), eps=adam_epsilon, weight_decay=weight_decay';
    return [
      '',
      `optimizer = torch.optim.${torchNames[optimizer.kind]}(trained.values(), lr=learning_rate, ${how})`,
      'for step, batch in enumerate(batches, start=1):',
      '    for settings in optimizer.param_groups:',
      '        settings["lr"] = rate_of(step)',
      '    loss = learned_from(batch)',
      ...(clips ? ['    torch.nn.utils.clip_grad_norm_(trained.values(), longest)'] : []),
      '    optimizer.step()',
      '    print(f"step {step}: loss {loss:.6f}")',
    ];
  }
  return [
    '',
    'first, second = {}, {}  # moving averages of the gradients, and of their squares',
    'for step, batch in enumerate(batches, start=1):',
    '    rate = rate_of(step)',
    '    loss = learned_from(batch)',
    ...(clips ? ['    length = max(1e-30, math.sqrt(sum((one.grad**2).sum() for one in trained.values())))'] : []),
    '    for name, one in trained.items():',
    ...inNumpy(optimizer),
    '    print(f"step {step}: loss {loss:.6f}")',
  ];
}
