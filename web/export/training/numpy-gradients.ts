/**
 * Automatic differentiation for NumPy: a class that records how each array was computed, for the backward pass. NumPy dispatches its
 * functions to the class (NEP 13 and 18), so the steps are written as they are without gradients.
 */
export const numpyGradients: readonly string[] = String.raw`

class Traced(np.lib.mixins.NDArrayOperatorsMixin):
    """An array, and the arrays that it was computed from."""

    made = 0

    def __init__(self, value, parents=()):
        self.value = np.asarray(value, dtype=float)
        self.parents = parents  # pairs of an array and a function from this gradient to its gradient
        self.grad = np.zeros(self.value.shape)
        Traced.made += 1
        self.number = Traced.made

    @property
    def shape(self):
        return self.value.shape

    def __array_ufunc__(self, function, method, *given, **options):
        values = [value_of(one) for one in given]
        result = function(*values)
        if function not in slopes:  # comparisons have no gradient
            return result
        backs = zip(given, slopes[function](result, *values))
        return Traced(result, [(one, back) for one, back in backs if isinstance(one, Traced)])

    def __array_function__(self, function, types, given, options):
        return functions[function](*given, **options)

    def __getitem__(self, places):
        return moved(self, lambda x: x[places])

    def reshape(self, *shape):
        return moved(self, lambda x: x.reshape(*shape))

    def swapaxes(self, one, other):
        return moved(self, lambda x: x.swapaxes(one, other))

    def sum(self, axis=None, keepdims=False):
        def back(grad):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            return np.broadcast_to(grad, self.shape)

        return Traced(self.value.sum(axis=axis, keepdims=keepdims), [(self, back)])

    def mean(self, axis):
        return self.sum(axis=axis) / self.shape[axis]

    def max(self, axis, keepdims=False):
        """Constant: the largest is only subtracted to avoid overflow, and cancels."""
        return self.value.max(axis=axis, keepdims=keepdims)

    def backward(self):
        """Adds to the grad of every array that this one depends on, from the last to the first."""
        found, todo = {}, [self]
        while todo:
            one = todo.pop()
            if one.number not in found:
                found[one.number] = one
                todo += [parent for parent, _ in one.parents]
        self.grad = np.ones(self.shape)
        for number in sorted(found, reverse=True):
            for parent, back in found[number].parents:
                parent.grad = parent.grad + summed_to(parent.shape, back(found[number].grad))


def value_of(x):
    return x.value if isinstance(x, Traced) else x


def summed_to(shape, grad):
    """Sums a gradient over the axes that were broadcast."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    longer = tuple(axis for axis, size in enumerate(shape) if size == 1 and grad.shape[axis] != 1)
    return grad.sum(axis=longer, keepdims=True)


def moved(x, move):
    """For functions that only move or copy numbers: each gradient goes back to its source."""
    places = move(np.arange(x.value.size).reshape(x.shape))

    def back(grad):
        return np.bincount(places.ravel(), grad.ravel(), x.value.size).reshape(x.shape)

    return Traced(move(x.value), [(x, back)])


def turned(x):
    return np.swapaxes(x, -1, -2)


# The gradient of each argument; y is the result.
slopes = {
    np.add: lambda y, a, b: (lambda grad: grad, lambda grad: grad),
    np.subtract: lambda y, a, b: (lambda grad: grad, lambda grad: -grad),
    np.multiply: lambda y, a, b: (lambda grad: grad * b, lambda grad: grad * a),
    np.divide: lambda y, a, b: (lambda grad: grad / b, lambda grad: -grad * y / b),
    np.matmul: lambda y, a, b: (lambda grad: grad @ turned(b), lambda grad: turned(a) @ grad),
    np.power: lambda y, a, b: (lambda grad: grad * b * a ** (b - 1), None),
    np.maximum: lambda y, a, b: (lambda grad: grad * (a > b), None),
    np.negative: lambda y, a: (lambda grad: -grad,),
    np.exp: lambda y, a: (lambda grad: grad * y,),
    np.log: lambda y, a: (lambda grad: grad / a,),
    np.tanh: lambda y, a: (lambda grad: grad * (1 - y * y),),
    np.sqrt: lambda y, a: (lambda grad: grad / (2 * y),),
}


def where(condition, a, b):
    result = np.where(condition, value_of(a), value_of(b))
    parts = [(a, lambda grad: np.where(condition, grad, 0.0)), (b, lambda grad: np.where(condition, 0.0, grad))]
    return Traced(result, [part for part in parts if isinstance(part[0], Traced)])


def sort(x, axis):
    order = np.argsort(x.value, axis=axis)
    return moved(x, lambda given: np.take_along_axis(given, order, axis))


def concatenate(parts, axis):
    ends = np.cumsum([part.shape[axis] for part in parts])[:-1]
    backs = [(part, lambda grad, i=i: np.split(grad, ends, axis)[i]) for i, part in enumerate(parts)]
    result = np.concatenate([value_of(part) for part in parts], axis=axis)
    return Traced(result, [(part, back) for part, back in backs if isinstance(part, Traced)])


functions = {
    np.where: where,
    np.sort: sort,
    np.concatenate: concatenate,
    np.stack: lambda parts, axis: concatenate([part[..., None] for part in parts], axis),
    np.repeat: lambda x, count, axis: moved(x, lambda given: np.repeat(given, count, axis)),
    # No gradient flows through these two: they are only used for comparisons and rounding.
    np.argsort: lambda x, **how: np.argsort(x.value, **how),
    np.cumsum: lambda x, axis: np.cumsum(x.value, axis=axis),
}`
  .slice(1)
  .split('\n');
